/** The fields of a connection and their validation. Each problem is a key of `connections.problems`. */
import type { ConnectionChange, ConnectionInput, ConnectionTrial } from '#shared/contract.ts'
import { LinkHost } from '#shared/model/esim/activationCode.ts'
import { PathSegment } from '#shared/model/connection.ts'
import type { ConnectionProfile } from '#shared/model/connection.ts'
import { isDirect, isProxyAddress } from '#shared/model/proxy.ts'
import { trimSlashes } from '#shared/model/trimEnd.ts'

export interface ConnectionFields {
  name: string
  address: string
  segment: string
  caFile: string
  /** Empty for the proxy of the system. */
  proxy: string
  /** Empty for the default host. */
  linkHost: string
  proxyUser: string
  proxyPassword: string
  clientId: string
  clientSecret: string
}
export type FieldName = keyof ConnectionFields
export type FieldProblem =
  | 'required'
  | 'address'
  | 'scheme'
  | 'httpElsewhere'
  | 'inAddress'
  | 'segment'
  | 'secretAgain'
  | 'proxy'
  | 'proxyUser'
  | 'linkHost'
  | 'tooLong'

export const emptyFields = (): ConnectionFields => ({
  name: '',
  address: '',
  segment: '',
  caFile: '',
  proxy: '',
  linkHost: '',
  proxyUser: '',
  proxyPassword: '',
  clientId: '',
  clientSecret: '',
})

export function fieldsOf(profile: ConnectionProfile): ConnectionFields {
  return {
    ...emptyFields(),
    name: profile.name,
    address: profile.address,
    segment: profile.segment,
    caFile: profile.caFile ?? '',
    proxy: profile.proxy ?? '',
    linkHost: profile.linkHost ?? '',
  }
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

const maxLengths: Readonly<Record<FieldName, number>> = {
  name: 100,
  address: 500,
  segment: 100,
  caFile: 1000,
  proxy: 500,
  linkHost: 253,
  proxyUser: 2000,
  proxyPassword: 2000,
  clientId: 2000,
  clientSecret: 2000,
}
const withoutSlash = (address: string): string => trimSlashes(address.trim())
const sameProxy = (one: string, other: string): boolean =>
  withoutSlash(one).toLowerCase() === withoutSlash(other).toLowerCase()

/**
 * Whether the fields point to another address or proxy than the stored profile. The secret then has to be entered
 * again.
 */
export function movesElsewhere(fields: ConnectionFields, stored: ConnectionProfile | null): boolean {
  if (stored === null) return false
  const before = fieldsOf(stored)
  const sameAddress =
    withoutSlash(fields.address) === withoutSlash(before.address) && fields.segment.trim() === before.segment
  return !sameAddress || fields.caFile.trim() !== before.caFile || !sameProxy(fields.proxy, before.proxy)
}

/** Whether the field names a proxy, to which a user name and a password may belong. */
export const namesProxy = ({ proxy }: ConnectionFields): boolean => isProxyAddress(proxy)

function proxyProblems({
  proxy,
  proxyUser,
  proxyPassword,
}: ConnectionFields): Partial<Record<FieldName, FieldProblem>> {
  if (proxy.trim() === '' || isDirect(proxy)) return {}
  if (!isProxyAddress(proxy)) return { proxy: 'proxy' }
  if (proxyUser.includes(':')) return { proxyUser: 'proxyUser' }
  return {
    ...(proxyUser.trim() === '' && proxyPassword !== '' ? { proxyUser: 'required' } : {}),
    ...(proxyUser.trim() !== '' && proxyPassword === '' ? { proxyPassword: 'required' } : {}),
  }
}

/**
 * Validates the fields and returns the problems by field, empty if there are none. `stored` is the profile that is
 * edited; its secret may stay unchanged.
 */
export function problemsOf(
  fields: ConnectionFields,
  stored: ConnectionProfile | null,
): Partial<Record<FieldName, FieldProblem>> {
  const problems = proxyProblems(fields)
  for (const name of [
    'name',
    'address',
    'segment',
    'caFile',
    'proxy',
    'linkHost',
    'proxyUser',
    'proxyPassword',
    'clientId',
    'clientSecret',
  ] as const) {
    if (fields[name].length > maxLengths[name]) problems[name] = 'tooLong'
  }
  if (fields.linkHost.trim() !== '' && !LinkHost.safeParse(fields.linkHost).success) problems.linkHost = 'linkHost'
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

function settingsOf(fields: ConnectionFields): Omit<ConnectionInput, 'clientId' | 'clientSecret'> {
  const caFile = fields.caFile.trim()
  const proxy = fields.proxy.trim()
  const linkHost = fields.linkHost.trim()
  const proxyUser = fields.proxyUser.trim()
  return {
    name: fields.name.trim(),
    address: fields.address.trim(),
    segment: fields.segment.trim(),
    caFile: caFile === '' ? null : caFile,
    proxy: proxy === '' ? null : proxy,
    linkHost: linkHost === '' ? null : linkHost,
    ...(namesProxy(fields) && proxyUser !== '' ? { proxyUser, proxyPassword: fields.proxyPassword } : {}),
  }
}

/** Copying often adds spaces around a secret. They are never part of it. */
const secretsOf = ({
  clientId,
  clientSecret,
}: ConnectionFields): Pick<ConnectionInput, 'clientId' | 'clientSecret'> => ({
  clientId: clientId.trim(),
  clientSecret: clientSecret.trim(),
})
const typedSecretsOf = (fields: ConnectionFields): Partial<Pick<ConnectionInput, 'clientId' | 'clientSecret'>> =>
  fields.clientSecret.trim() === '' ? {} : secretsOf(fields)

/** Converts the fields to the input of `connections.add`. */
export const inputOf = (fields: ConnectionFields): ConnectionInput => ({ ...settingsOf(fields), ...secretsOf(fields) })

/**
 * Converts the fields to a change of a stored profile. The client ID and the secret are included only if they were
 * typed.
 */
export const changeOf = (fields: ConnectionFields, stored: ConnectionProfile): ConnectionChange => ({
  id: stored.id,
  ...settingsOf(fields),
  ...typedSecretsOf(fields),
})

/**
 * Converts the fields of a stored profile that is being edited to a trial. Its stored secrets replace those that were
 * not typed.
 */
export const trialOf = (fields: ConnectionFields, stored: ConnectionProfile): ConnectionTrial => ({
  ...settingsOf(fields),
  ...typedSecretsOf(fields),
  edited: stored.id,
})
