/** Starts the thread of the directory before the host, so that its modules load while the browser starts. */
import { startDirectoryThread } from '../../customers/directory/directoryThread.ts'

/** @param entry URL of the built entry file */
export const directoryProgram = (entry: string): URL => new URL('directory.js', entry)

/** @param entry URL of the built entry file */
export function startDirectoryEarly(entry: string): void {
  startDirectoryThread(directoryProgram(entry))
}
