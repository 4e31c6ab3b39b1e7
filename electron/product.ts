/** How people and operating systems call the program. The packages and the running program both read it from here. */
export const product = {
  name: 'eSIM Desk',
  /**
   * The bundle identifier on macOS and the AppUserModelID on Windows. Systems take a program with another identifier
   * for another program, so it never changes.
   */
  id: 'org.esim-desk.desk',
  /** The name of the program's file and of its desktop entry on Linux. */
  executable: 'esim-desk',
  /** The icon of the window on Linux, beside the program's archive. */
  windowIcon: 'icon.png',
} as const
