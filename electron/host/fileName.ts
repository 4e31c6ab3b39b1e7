/** File names that are suggested to a person for saving. */
import { basename } from 'node:path'

/** Returns a name that is valid on every system and contains no folder. */
export function safeFileName(name: string): string {
  const safe = basename(name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_'))
  return /^\.*$/.test(safe) ? 'file' : safe
}
