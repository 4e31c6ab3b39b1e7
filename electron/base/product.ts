/**
 * The names of the program for people and operating systems. Both the packages and the running program read them from
 * here.
 */
export const product = {
  name: 'eSIM Desk',
  /**
   * The bundle identifier on macOS and the AppUserModelID on Windows. Systems treat a program with another identifier
   * as another program, so it must never change.
   */
  id: 'org.esim-desk.desk',
  /**
   * The class id by which Windows starts the program for a click on a notification. It must never change, because the
   * uninstaller (build/package/windows/installer.nsh) removes what is registered for it.
   */
  toastActivator: '{B8121CD2-F9FD-4E42-897D-896986876122}',
  /** The name of the program's file and of its desktop entry on Linux. */
  executable: 'esim-desk',
  /** The icon of the window on Linux, beside the program's archive. */
  windowIcon: 'icon.png',
} as const
