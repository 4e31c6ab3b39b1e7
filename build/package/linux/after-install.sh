#!/bin/bash
# Runs as root after the package was installed or updated.
folder='/opt/${sanitizedProductName}'

ln -sf "$folder/${executable}" '/usr/bin/${executable}'

# Chromium prefers user namespaces to this helper. It is set up on every system, because an administrator may forbid
# namespaces later.
chown root:root "$folder/chrome-sandbox" && chmod 4755 "$folder/chrome-sandbox"

if command -v update-desktop-database >/dev/null; then
  update-desktop-database /usr/share/applications || true
fi

# Ubuntu 23.10 and newer allow user namespaces only to programs with an AppArmor profile. Older versions of AppArmor do
# not understand this one and do not need it.
if apparmor_status --enabled >/dev/null 2>&1; then
  source="$folder/resources/apparmor-profile"
  target='/etc/apparmor.d/${executable}'
  if apparmor_parser --skip-kernel-load --debug "$source" >/dev/null 2>&1; then
    cp -f "$source" "$target"
    # The profiles of a running kernel are none of the business of an image that is being built.
    if ! { [ -x /usr/bin/ischroot ] && /usr/bin/ischroot; }; then
      apparmor_parser --replace --write-cache --skip-read-cache "$target"
    fi
  fi
fi
