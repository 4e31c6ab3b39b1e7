/** What of the desk's environment a process it starts may see: an allow-list, so that nothing secret is passed on by being there. */

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

/** For a process that computes. */
export function plainEnvironment(env: NodeJS.ProcessEnv): Environment {
  return pick(env, new Set([...base, ...windows].map(upper)))
}

/** For a process that shows something: it needs the display and the session bus too. */
export function displayEnvironment(env: NodeJS.ProcessEnv): Environment {
  return pick(env, new Set([...base, ...windows, ...display].map(upper)))
}

const upper = (name: string): string => name.toUpperCase()

/** Names are compared without case, as Windows does. */
function pick(env: NodeJS.ProcessEnv, allowed: ReadonlySet<string>): Environment {
  const picked: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (allowed.has(upper(name)) || name.startsWith('LC_'))) picked[name] = value
  }
  return picked
}
