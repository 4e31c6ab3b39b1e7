/** Finds the desk's own flags among the arguments of the process. */

export interface ProgramForm {
  /** Whether the program is installed: then everything after its name is an argument. */
  readonly isPackaged: boolean
}

/**
 * Returns the desk's own arguments. Electron's binary takes the program as its first argument that is not a switch: a
 * folder (`electron .`) or a file. Electron's own switches may precede it; everything after it belongs to the desk.
 */
export function ownArguments(argv: readonly string[], { isPackaged }: ProgramForm): readonly string[] {
  const passed = argv.slice(1)
  if (isPackaged) return withoutSystemSwitches(passed)
  const program = passed.findIndex((argument) => !argument.startsWith('-'))
  return program === -1 ? passed : passed.slice(program + 1)
}

/**
 * Switches that systems, installers and launchers pass to a packaged program and that do not affect its security:
 * display server, scale, language, and what an installer passes after an update. `--no-sandbox` is not among them,
 * because the installed program refuses it.
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

function withoutSystemSwitches(passed: readonly string[]): readonly string[] {
  return passed.filter((argument) => {
    const [, name] = /^--?([^=]+)/.exec(argument) ?? []
    // macOS passes a process serial number to older programs.
    return name === undefined || !(systemSwitches.has(name) || name.startsWith('psn_'))
  })
}
