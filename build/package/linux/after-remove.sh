#!/bin/bash
# Runs as root after the package was removed. In an update a .deb runs it between the two versions; an .rpm runs it after
# the script of the new version, with the number of versions that are left. What people recorded with the program is in
# their own folders and stays.
if [ "$1" = 1 ]; then exit 0; fi

rm -f '/usr/bin/${executable}'

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
