/** What can be typed for a connection, and what is wrong with it: each problem is a key of `connections.problems`. */
import type { ConnectionChange, ConnectionInput } from '#shared/contract.ts'
import { PathSegment } from '#shared/model/connection.ts'
import type { ConnectionProfile } from '#shared/model/connection.ts'

export interface ConnectionFields {
  name: string
  address: string
  segment: string
  caFile: string
  clientId: string
  clientSecret: string
}
export type FieldName = keyof ConnectionFields
export type FieldProblem = 'required' | 'address' | 'scheme' | 'httpElsewhere' | 'inAddress' | 'segment' | 'secretAgain' | 'tooLong'

export const emptyFields = (): ConnectionFields => ({ name: '', address: '', segment: '', caFile: '', clientId: '', clientSecret: '' })

export function fieldsOf(profile: ConnectionProfile): ConnectionFields {
  return { ...emptyFields(), name: profile.name, address: profile.address, segment: profile.segment, caFile: profile.caFile ?? '' }
}

function isThisMachine(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  return host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

function addressProblem(text: string): FieldProblem | null {
  const address = text.trim()
  if (address === '') return 'required'
  const url = URL.parse(address)
  if (url === null) return 'address'
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'scheme'
  if (url.username !== '' || url.password !== '' || /[?#]/.test(address)) return 'inAddress'
  return url.protocol === 'http:' && !isThisMachine(url.hostname) ? 'httpElsewhere' : null
}

const longest: Readonly<Record<FieldName, number>> = { name: 100, address: 500, segment: 100, caFile: 1000, clientId: 2000, clientSecret: 2000 }
const withoutSlash = (address: string): string => address.trim().replace(/\/+$/, '')

/** The secret belongs to an address: whoever changes one enters the other again. */
export function movesElsewhere(fields: ConnectionFields, stored: ConnectionProfile | null): boolean {
  return stored !== null && (withoutSlash(fields.address) !== withoutSlash(stored.address) || fields.segment.trim() !== stored.segment)
}

/** Problems by field; empty where all is well. `stored`: the profile that is edited, whose secret may stay as it is. */
export function problemsOf(fields: ConnectionFields, stored: ConnectionProfile | null): Partial<Record<FieldName, FieldProblem>> {
  const problems: Partial<Record<FieldName, FieldProblem>> = {}
  for (const name of ['name', 'address', 'segment', 'caFile', 'clientId', 'clientSecret'] as const) {
    if (fields[name].length > longest[name]) problems[name] = 'tooLong'
  }
  if (fields.name.trim() === '') problems.name = 'required'
  const address = addressProblem(fields.address)
  if (address !== null) problems.address = address
  if (fields.segment.trim() === '') problems.segment = 'required'
  else if (!PathSegment.safeParse(fields.segment).success) problems.segment = 'segment'
  const typed = fields.clientId.trim() !== '' || fields.clientSecret !== ''
  const wanted = stored === null || stored.secret === 'missing' || typed || movesElsewhere(fields, stored)
  const missing: FieldProblem = stored !== null && movesElsewhere(fields, stored) ? 'secretAgain' : 'required'
  if (wanted && fields.clientId.trim() === '') problems.clientId = missing
  if (wanted && fields.clientSecret === '') problems.clientSecret = missing
  return problems
}

/** As the contract wants it. Spaces around a secret come with copying and are never part of it. */
export function inputOf(fields: ConnectionFields): ConnectionInput {
  const caFile = fields.caFile.trim()
  return {
    name: fields.name.trim(),
    address: fields.address.trim(),
    segment: fields.segment.trim(),
    caFile: caFile === '' ? null : caFile,
    clientId: fields.clientId.trim(),
    clientSecret: fields.clientSecret.trim(),
  }
}

/** What changed of a stored profile; ID and secret only where they were typed. */
export function changeOf(fields: ConnectionFields, stored: ConnectionProfile): ConnectionChange {
  const { clientId, clientSecret, ...rest } = inputOf(fields)
  return { id: stored.id, ...rest, ...(clientSecret === '' ? {} : { clientId, clientSecret }) }
}
