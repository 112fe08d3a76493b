#!/bin/sh
# A UCI engine that declares its options with '_' for blanks (Reverse_Futility_Margin), for tuners that split at blanks
# what they pass on to their match runner: weather-factory does. Oknos takes either form.
#
# usage: tools/underscored_options.sh ENGINE [ARGUMENT...]
[ $# -gt 0 ] || {
  echo "usage: $0 ENGINE [ARGUMENT...]" >&2
  exit 2
}
"$@" | sed -u '
/^option name / {
  :again
  /^option name [^ ]* type /! {
    s/^\(option name [^ ]*\) /\1_/
    t again
  }
}'
