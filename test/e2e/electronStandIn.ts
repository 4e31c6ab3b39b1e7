/** The stand-in for Electron in end-to-end tests. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startDesk, type DeskOptions, type RunningDesk } from '../support/desk.ts'

export const host = 'electron-stand-in'

/** A new folder that is deleted with the test. */
export async function folder(): Promise<string> {
  const created = await mkdtemp(join(tmpdir(), 'esim-desk-electron-'))
  onTestFinished(() => rm(created, { recursive: true, force: true, maxRetries: 5 }))
  return created
}

/** A desk on the stand-in that ends with the test. */
export async function start(options: DeskOptions = {}): Promise<RunningDesk> {
  const desk = await startDesk({ host, ...options })
  onTestFinished(() => desk.close())
  return desk
}
