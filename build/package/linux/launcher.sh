#!/bin/sh
# Starts eSIM Desk on Linux. Where Chromium's sandbox can't work, Electron ends with a message that only a terminal
# shows. This script finds that out beforehand and prints what to do. It never switches the sandbox off.
here=$(dirname "$(readlink -f "$0")")
program="$here/esim-desk-bin"
helper="$here/chrome-sandbox"

stop() {
  printf '%s\n' "eSIM Desk can't start. $1" >&2
  if [ -n "$DISPLAY$WAYLAND_DISPLAY" ]; then
    # The libraries of an AppImage are not made for the system's own programs.
    unset LD_LIBRARY_PATH
    if command -v zenity >/dev/null 2>&1; then zenity --error --no-markup --title='eSIM Desk' --text="$1" 2>/dev/null
    elif command -v kdialog >/dev/null 2>&1; then kdialog --title 'eSIM Desk' --error "$1" 2>/dev/null
    elif command -v xmessage >/dev/null 2>&1; then xmessage -center "$1" 2>/dev/null
    fi
  fi
  exit 1
}

setting() { cat "/proc/sys/$1" 2>/dev/null; }

is_appimage() { [ -e "$here/AppRun" ]; }

# AppRun, the start script of an AppImage, puts this switch in front where it takes user namespaces for unavailable.
if is_appimage && [ "$1" = --no-sandbox ]; then shift; fi

if [ "$(id -u)" = 0 ]; then
  stop 'It does not run as root, because its sandbox does not. Start it as an ordinary user.'
fi

if [ -z "$DISPLAY$WAYLAND_DISPLAY" ]; then
  stop 'There is no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session.'
fi

# The package's own AppArmor profile allows user namespaces to the installed program.
has_profile() { grep -qsF "\"$program\"" /etc/apparmor.d/esim-desk; }

namespaces_work() {
  [ "$(setting user/max_user_namespaces)" != 0 ] || return 1
  [ "$(setting kernel/unprivileged_userns_clone)" != 0 ] || return 1
  [ "$(setting kernel/apparmor_restrict_unprivileged_userns)" != 1 ] || has_profile || return 1
}

helper_works() { [ -u "$helper" ] && [ "$(stat -c %u "$helper")" = 0 ]; }

if ! helper_works && ! namespaces_work; then
  if is_appimage; then
    stop 'This system forbids AppImages the user namespaces that the sandbox needs. Install the .deb or .rpm package instead.'
  fi
  stop "Its sandbox needs one command first: sudo chown root:root '$helper' && sudo chmod 4755 '$helper'"
fi

exec "$program" "$@"
