/** The stand-in for Electron in end-to-end tests. */
import { onTestFinished } from 'vitest'
import { startDesk, type DeskOptions, type RunningDesk } from '../support/desk.ts'

export const host = 'electron-stand-in'

/** Starts a desk on the stand-in that ends with the test. */
export async function start(options: DeskOptions = {}): Promise<RunningDesk> {
  const desk = await startDesk({ host, ...options })
  onTestFinished(() => desk.close())
  return desk
}
