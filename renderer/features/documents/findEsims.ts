/** Finds the eSIMs that a typed line means: an ICCID, an e-mail address or the identifier of a customer. */
import { esimsInUse } from '#shared/model/esimState.ts'
import type { WhichEsim } from '#shared/model/installation.ts'
import type { CustomerRow, CustomerView } from '#shared/model/views.ts'
import type { CustomerUid } from '#shared/wire/ids.ts'

export interface FindDesk {
  readonly search: (
    query: string,
  ) => Promise<{ readonly rows: readonly CustomerRow[]; readonly exact: CustomerUid | null }>
  readonly customer: (uid: CustomerUid) => Promise<CustomerView>
}

/** `omit` is called with the reason if the line means no eSIM. */
export async function findEsims(
  desk: FindDesk,
  line: string,
  omit: (reason: 'notFound' | 'several' | 'noEsim') => void,
): Promise<readonly WhichEsim[]> {
  const { rows, exact } = await desk.search(line)
  // A person with packages of several country sets is several customers with one address.
  const person = rows.filter(({ email }) => email?.trim().toLowerCase() === line.toLowerCase()).map(({ uid }) => uid)
  // A part of one address is not that address: somebody else would get the sheet.
  const others = line.includes('@') ? [] : rows
  const uids =
    exact !== null ? [exact] : person.length > 0 ? person : others.length === 1 ? others.map(({ uid }) => uid) : []
  if (uids.length === 0) omit(others.length === 0 ? 'notFound' : 'several')
  const found = await Promise.all(uids.map((uid) => findEsimsOf(desk, uid, line)))
  if (uids.length > 0 && found.flat().length === 0) omit('noEsim')
  return found.flat()
}

async function findEsimsOf(desk: FindDesk, uid: CustomerUid, line: string): Promise<readonly WhichEsim[]> {
  const { esims } = await desk.customer(uid)
  const digits = line.replaceAll(/\D/g, '')
  const matching = esims.filter(({ iccid }) => iccid === digits)
  const selected = matching.length > 0 ? matching : esimsInUse(esims)
  return selected.map((esim) => ({ customerUid: uid, esimUid: esim.uid }))
}
