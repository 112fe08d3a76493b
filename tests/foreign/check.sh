#!/bin/sh
# include/oknos/claims.h in the smallest foreign engine: Glaurung, from Debian's source, writes its claims (tools/foreign
# checks the file and the node counts) and judges some of them itself. 77: the source cannot be had.
#
#   tests/foreign/check.sh WORK_FOLDER OKNOS_LAB
set -eu
work=$1 lab=$2
cd -- "$(dirname -- "$0")/../.."

result=0
tools/foreign/glaurung.sh "$work" || result=$?
if [ "$result" -eq 75 ]; then
  echo "not tested: Glaurung's source cannot be fetched"
  exit 77
fi
[ "$result" -eq 0 ]

head -n 200 "$work/claims.jsonl" > "$work/some.jsonl"
"$lab" audit "$work/some.jsonl" --color never > "$work/audit.txt" \
  --judge "cmd=$work/claims/glaurung,option.OwnBook=false,option.Threads=1,option.Hash=4"
tail -n 1 "$work/audit.txt"
! grep -E 'without a (valid claim|verdict)' "$work/audit.txt"
