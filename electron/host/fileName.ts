/** Names of files that are offered to a person to be saved. */
import { basename } from 'node:path'

/** A name that is one on every system and leads to no other folder. */
export function safeFileName(name: string): string {
  const safe = basename(name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_'))
  return /^\.*$/.test(safe) ? 'file' : safe
}
