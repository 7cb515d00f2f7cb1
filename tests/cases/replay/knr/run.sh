#!/bin/sh
# run.sh COMPILER PROGRAM: cleans the program and replays PROGRAM.txt.
compiler=$1 name=$2
printf '[{"directory": ".", "file": "%s.c", "arguments": ["%s", "-w", "-std=gnu89", "-c", "%s.c"]}]\n' \
  "$name" "$compiler" "$name" > compile_commands.json
echo "$name"
tamis clean -p . -o "$name.out" > clean.log 2>&1 || cat clean.log
tamis replay "$name.out" --args "$name.txt" 2>&1 | sed -n 's,^\(cc *[0-9/]*\).*,\1,p; /error\|warning\|contradict/p'
cut -d, -f1,2 "$name.out/tests.csv" | sed 1d | tr '\n' ' '
echo
cat "$name.out"/replay/output/*"$name.txt"*
