/** The environment of child processes: an allow-list, so that no secret variable is passed on by accident. */

const base = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR']
const windows = [
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'LOCALAPPDATA',
  'APPDATA',
  'ProgramData',
  'ProgramFiles',
  'ProgramFiles(x86)',
]
const display = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'XDG_RUNTIME_DIR',
  'XDG_SESSION_TYPE',
  'XDG_CURRENT_DESKTOP',
  'XDG_DATA_DIRS',
  'XDG_CONFIG_DIRS',
  'DBUS_SESSION_BUS_ADDRESS',
  'GTK_IM_MODULE',
  'QT_IM_MODULE',
  'XMODIFIERS',
]

export type Environment = Readonly<Record<string, string>>

/** Returns the environment for a process without a user interface. */
export function plainEnvironment(env: NodeJS.ProcessEnv): Environment {
  return pick(env, new Set([...base, ...windows].map(upper)))
}

/** Returns the environment for a process with a user interface, which needs the display and the session bus too. */
export function displayEnvironment(env: NodeJS.ProcessEnv): Environment {
  return pick(env, new Set([...base, ...windows, ...display].map(upper)))
}

const upper = (name: string): string => name.toUpperCase()

/** Compares names case-insensitively, as Windows does. */
function pick(env: NodeJS.ProcessEnv, allowed: ReadonlySet<string>): Environment {
  const picked: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (allowed.has(upper(name)) || name.startsWith('LC_'))) picked[name] = value
  }
  return picked
}
