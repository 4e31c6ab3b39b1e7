/** Which of the process' arguments are the desk's own flags. */

export interface ProgramForm {
  /** An installed program: everything behind its own name is an argument. */
  readonly isPackaged: boolean
}

/**
 * Electron's binary gets the program as its first argument that is no switch: a folder (`electron .`) or a file. Switches
 * of Electron may stand before it. Everything behind it belongs to the desk.
 */
export function ownArguments(argv: readonly string[], { isPackaged }: ProgramForm): readonly string[] {
  const given = argv.slice(1)
  if (isPackaged) return withoutSystemSwitches(given)
  const program = given.findIndex((argument) => !argument.startsWith('-'))
  return program === -1 ? given : given.slice(program + 1)
}

/**
 * Switches that systems, installers and launchers give to a packaged program, and that change nothing of its security: the
 * choice of the display server, the scale, the language, what an installer says after an update. `--no-sandbox` is not among
 * them: the installed program refuses it.
 */
const systemSwitches: ReadonlySet<string> = new Set([
  'disable-gpu',
  'disable-gpu-compositing',
  'enable-features',
  'disable-features',
  'enable-wayland-ime',
  'wayland-text-input-version',
  'ozone-platform',
  'ozone-platform-hint',
  'force-device-scale-factor',
  'force-color-profile',
  'gtk-version',
  'high-dpi-support',
  'lang',
  'original-process-start-time',
  'updated',
  'force-run',
  'password-store',
])

function withoutSystemSwitches(given: readonly string[]): readonly string[] {
  return given.filter((argument) => {
    const [, name] = /^--?([^=]+)/.exec(argument) ?? []
    // macOS gives older programs the serial number of their process.
    return name === undefined || !(systemSwitches.has(name) || name.startsWith('psn_'))
  })
}
