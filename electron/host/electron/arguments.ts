/** Finds the desk's own flags among the arguments of the process. */

interface ProgramForm {
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
 * Switches that systems, installers, launchers and people with a screen or a graphics card of their own pass to a
 * packaged program, and that do not affect its security. Chromium has obeyed a switch before this program can read it,
 * so each is accepted by its name, and the command line refuses every other one: among them `--no-sandbox`, and
 * `--log-file`, which would replace any file.
 */
const systemSwitches: ReadonlySet<string> = new Set([
  // Accessibility
  'force-renderer-accessibility',
  'force-high-contrast',
  'force-prefers-reduced-motion',
  'force-dark-mode',
  // Graphics
  'disable-gpu',
  'disable-gpu-compositing',
  'disable-gpu-rasterization',
  'disable-software-rasterizer',
  'disable-direct-composition',
  'ignore-gpu-blocklist',
  'use-gl',
  'use-angle',
  'force_high_performance_gpu',
  'force_low_power_gpu',
  'force-color-profile',
  'force-device-scale-factor',
  'high-dpi-support',
  // Display server and desktop
  'enable-wayland-ime',
  'wayland-text-input-version',
  'ozone-platform',
  'ozone-platform-hint',
  'gtk-version',
  'password-store',
  'lang',
  // What Chromium itself logs
  'enable-logging',
  'log-level',
  'v',
  'vmodule',
  // Windows adds the first to the command that Electron registers for clicks on notifications of a closed program.
  'Embedding',
  'original-process-start-time',
  // The installer of Windows adds these after an update.
  'updated',
  'force-run',
])

function withoutSystemSwitches(passed: readonly string[]): readonly string[] {
  return passed.filter((argument) => {
    const [, name] = /^--?([^=]+)/.exec(argument) ?? []
    // macOS passes a process serial number to older programs.
    return name === undefined || !(systemSwitches.has(name) || name.startsWith('psn_'))
  })
}
