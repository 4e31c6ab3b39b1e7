/**
 * The local copy of the customer whose page is about to open. The page before stays until the copy is there, because a
 * page without its customer would be drawn for a moment and delay the copy. After a moment the page opens without it.
 */
import type { CustomerView } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'
import { desk } from './desk.ts'

/** Milliseconds. Whoever has pressed a key perceives what comes sooner as instant. */
const patience = 100

let ahead: CustomerView | null = null

/** Resolves once the copy is there, or cannot be had, or has taken too long. */
export async function readCopyAhead(uid: CustomerUid): Promise<void> {
  ahead = null
  let isWanted = true
  const read = desk.customers.get({ uid, from: 'directory' }).then(
    (copy) => void (ahead = isWanted ? copy : ahead),
    () => undefined,
  )
  await Promise.race([read, new Promise((resolve) => setTimeout(resolve, patience))])
  isWanted = false
}

/** Returns the copy of this customer and forgets it. Nothing has happened since it arrived. */
export function takeCopyAhead(uid: CustomerUid): CustomerView | null {
  const taken = ahead
  ahead = null
  return taken?.uid === uid ? taken : null
}
