/** Profiles of the service and what is known of the one that is open. No secret is in any of these. */
import * as z from 'zod'
import { LinkHost } from './activationCode.ts'
import { ServiceFeatures } from './serviceFeatures.ts'
import { Instant } from './views.ts'

/** Where a secret is: in the system keychain, or there is none and it lives in memory for this session. `unreadable`: the keychain fails now. */
export const KeychainState = z.enum(['stored', 'session', 'missing', 'unreadable'])
export type KeychainState = z.infer<typeof KeychainState>

/** https, or http for a loopback host; no credentials, query or fragment; a path is allowed. */
export const ServiceAddress = z.string().trim().min(1).max(500)
/** The operator's brand in lower case: one path segment. */
export const PathSegment = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/)

export const ConnectionProfile = z.strictObject({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['service', 'sandbox']),
  address: z.string(),
  segment: z.string(),
  /** Path of a file with further certificate authorities (PEM), or null. */
  caFile: z.string().nullable(),
  /** The way to the service: null is the system's, `direct`, or a proxy's address. */
  proxy: z.string().nullable(),
  /** Host of the second platform's installation links (interface 2.8); null is the usual one. */
  linkHost: LinkHost.nullable(),
  secret: KeychainState,
  createdAt: Instant,
  lastOpenedAt: Instant.nullable(),
})
export type ConnectionProfile = z.infer<typeof ConnectionProfile>

export const ConnectionHealth = z.enum(['connecting', 'online', 'offline', 'credentials_rejected'])
export type ConnectionHealth = z.infer<typeof ConnectionHealth>

export const CurrentConnection = z.strictObject({
  profile: ConnectionProfile,
  health: ConnectionHealth,
  /** Code of the last failure while not online. */
  problem: z.string().nullable(),
  /** Whether this run can keep anything encrypted on disk. */
  directoryStorage: z.enum(['disk', 'memory']),
  openedAt: Instant,
  /** Only where it was asked for. */
  service: ServiceFeatures.optional(),
})
export type CurrentConnection = z.infer<typeof CurrentConnection>

export const ConnectionTest = z.strictObject({
  /** Milliseconds of the whole test. */
  took: z.number(),
  packages: z.number().int(),
  /** Whether a secret kept now would go to the system keychain. */
  keychain: z.enum(['stored', 'session']),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>
