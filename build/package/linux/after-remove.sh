#!/bin/bash
# Runs as root after the .deb package was removed, and between the old and the new version of an update. What people
# recorded with the program is in their own folders and stays.
rm -f '/usr/bin/${executable}'

profile='/etc/apparmor.d/${executable}'
if [ -f "$profile" ]; then
  if apparmor_status --enabled >/dev/null 2>&1 && ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
    apparmor_parser --remove "$profile" || true
  fi
  rm -f "$profile"
fi
