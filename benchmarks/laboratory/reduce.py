"""Makes a program smaller while it still shows something.

Comes in: a C text and a question about texts. Goes out: a smaller text for which the answer is still not empty. Lines go, in
chunks that get smaller; only chunks with as many `{` as `}` are tried.
"""

import time


def reduced(text, question, seconds):
    end = time.monotonic() + seconds
    lines, answer = text.splitlines(keepends=True), question(text)
    size = max(1, len(lines) // 2)
    while size and answer:
        at, smaller = 0, False
        while at < len(lines):
            if time.monotonic() > end:
                return "".join(lines), answer
            for candidate in candidates(lines, at, size):
                found = question("".join(candidate))
                if found:
                    lines, answer, smaller = candidate, found, True
                    break
            else:
                at += 1
        size = size if smaller and size == 1 else size // 2
    return "".join(lines), answer


def candidates(lines, at, size):
    """Without the chunk; without its first line and the one that closes it."""
    chunk = "".join(lines[at : at + size])
    if chunk.count("{") == chunk.count("}"):
        yield lines[:at] + lines[at + size :]
    if size == 1 and chunk.count("{") == chunk.count("}") + 1:
        depth = 0
        for index in range(at, len(lines)):
            depth += lines[index].count("{") - lines[index].count("}")
            if depth == 0:
                yield lines[:at] + lines[index + 1 :]
                if "else" not in lines[index]:
                    yield lines[:at] + lines[at + 1 : index] + lines[index + 1 :]
                return
