#!/bin/sh
# Installs the Debian packages of DIST in a bare Debian 12, tries what they bring, and removes them: nothing may be left.
# Takes root, debootstrap and a network. CHROOT is kept for the next time.
#
#   tests/package/check_deb.sh DIST CHROOT
set -eu
dist=$1
root=$2
[ -e "$root/etc/debian_version" ] || debootstrap --variant=minbase bookworm "$root"

inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"; }
files() { (cd "$root" && find usr etc opt var/lib -xdev ! -path 'var/lib/apt/*' ! -path 'var/lib/dpkg/*' | LC_ALL=C sort); }
wrong() {
  echo "$*"
  exit 1
}

inside apt-get update -q > "$root/var/log/oknos-check" 2>&1
inside apt-get install -y --no-install-recommends man-db bash-completion curl > "$root/var/log/oknos-check" 2>&1
files > "$root/var/tmp/before"
cp "$dist"/oknos_*_amd64.deb "$dist"/oknos-lab_*_amd64.deb "$root/var/tmp/"
inside sh -c 'apt-get install -y --no-install-recommends /var/tmp/oknos*.deb' > "$root/var/log/oknos-check" 2>&1 ||
  wrong "not installed: $(grep -m 3 -E '^E:|[Dd]epends' "$root/var/log/oknos-check")"
inside dpkg --verify oknos oknos-lab

# shellcheck disable=SC2016 # for dpkg-query
echo "Installed: $(inside dpkg-query -W -f '${Package} ${Version} ${Status}; ' oknos oknos-lab)"
if inside sh -c 'command -v g++ cc npm node'; then wrong "the chroot should be bare"; fi
inside oknos bench 2>&1 | tail -n 1
inside oknos --version
inside oknos-lab --version
inside oknos-lab help | head -n 1
inside sh -c 'cd /tmp && rm -f run.db run.html && oknos-lab audit /usr/share/oknos-lab/positions/tactics.epd --depth 5 --sample 5 --out run.db' > /dev/null
inside sh -c 'cd /tmp && oknos-lab show run.db --html run.html && grep -c "<script" run.html > /dev/null && ls -l run.html && rm -f run.db run.html'
inside oknos-lab preset check /usr/share/oknos-lab/presets/modern.toml
# shellcheck disable=SC2016 # for the shell inside
inside sh -c '
  oknos-lab explore --port 8123 > /tmp/explore.log 2>&1 & explorer=$!
  for second in 1 2 3 4 5 6 7 8 9 10; do sleep 1; curl -sf http://127.0.0.1:8123/ > /tmp/page && break; done
  kill $explorer
  ls -l /tmp/page && grep -qi "<!doctype html" /tmp/page && ! grep -q "(missing: " /tmp/page' || wrong "explore: $(cat "$root/tmp/explore.log")"
rm -f "$root/tmp/page" "$root/tmp/explore.log"
for page in "6 oknos" "1 oknos-lab"; do
  # shellcheck disable=SC2086 # section and name are words
  inside man --pager=cat $page | sed -n '1p' || wrong "no manual page $page"
done
# shellcheck disable=SC2016 # for the shell inside
inside bash -c '. /usr/share/bash-completion/bash_completion
  for program in oknos oknos-lab; do _completion_loader $program; complete -p $program || exit 1; done'
for program in oknos oknos-lab; do
  for file in zsh/vendor-completions/_$program fish/vendor_completions.d/$program.fish; do
    [ -s "$root/usr/share/$file" ] || wrong "there is no /usr/share/$file"
  done
done

inside apt-get purge -y --auto-remove oknos oknos-lab > "$root/var/log/oknos-check" 2>&1
files > "$root/var/tmp/after"
diff "$root/var/tmp/before" "$root/var/tmp/after" || wrong "purge has left something (>) or taken something along (<)"
rm -f "$root"/var/tmp/oknos*.deb "$root/var/tmp/before" "$root/var/tmp/after"
echo "Installed, tried and removed: nothing is left"
