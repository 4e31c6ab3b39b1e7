/** Profiles of the service and the state of the open connection. None of these contains a secret. */
import * as z from 'zod'
import { LinkHost } from './esim/activationCode.ts'
import { ServiceFeatures } from './serviceFeatures.ts'
import { Instant } from './customer/views.ts'

/**
 * Where a secret is: in the system keychain (`stored`), in memory for this session because there is no keychain
 * (`session`), or nowhere (`missing`). `unreadable` means that the keychain fails at present.
 */
export const KeychainState = z.enum(['stored', 'session', 'missing', 'unreadable'])
export type KeychainState = z.infer<typeof KeychainState>

/** https, or http for a loopback host. No credentials, query or fragment; a path is allowed. */
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
  /** Path of a file with additional certificate authorities (PEM), or `null`. */
  caFile: z.string().nullable(),
  /** The way to the service: `null` for the system's proxy, `direct`, or the address of a proxy. */
  proxy: z.string().nullable(),
  /** Host of the installation links for the second platform (interface 2.8), or `null` for the default. */
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
  /** Code of the last failure while the connection is not online. */
  problem: z.string().nullable(),
  /** Whether the desk can store anything encrypted on disk in this session. */
  directoryStorage: z.enum(['disk', 'memory']),
  openedAt: Instant,
  /** Present only if it was requested. */
  service: ServiceFeatures.optional(),
})
export type CurrentConnection = z.infer<typeof CurrentConnection>

export const ConnectionTest = z.strictObject({
  /** Milliseconds of the whole test. */
  took: z.number(),
  packages: z.number().int(),
  /** Whether a secret that is stored now would go to the system keychain. */
  keychain: z.enum(['stored', 'session']),
})
export type ConnectionTest = z.infer<typeof ConnectionTest>
