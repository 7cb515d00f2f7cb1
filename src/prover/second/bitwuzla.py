# Reads SMT-LIB from stdin, line by line, and answers each line that asks. The first argument is the limit of one question
# in milliseconds, the second that of memory in megabytes, the others are where the solver may be.
import ctypes
import sys

sys.path.extend(sys.argv[3:])
import bitwuzla

flush = ctypes.CDLL(None).fflush


def parser():
    options = bitwuzla.Options()
    options.set(bitwuzla.Option.TIME_LIMIT_PER, int(sys.argv[1]))
    options.set(bitwuzla.Option.MEMORY_LIMIT, int(sys.argv[2]))
    return bitwuzla.Parser(bitwuzla.TermManager(), options)


reader, text = parser(), []
for line in sys.stdin:
    if line.startswith("(reset)"):
        reader, text = parser(), []
    elif line.startswith("(get-info :version)"):
        print(f'(:version "{bitwuzla.version()}")', flush=True)
    else:
        text.append(line)
        if line.startswith("(check-sat"):
            reader.parse("".join(text), False, False)
            text = []
            # What the solver prints goes past Python's own buffer.
            flush(None)
