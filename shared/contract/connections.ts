/** The connections to services. */
import * as z from 'zod'
import { LinkHost } from '../model/esim/activationCode.ts'
import {
  ConnectionProfile,
  ConnectionTest,
  CurrentConnection,
  PathSegment,
  ServiceAddress,
} from '../model/connection.ts'
import { ProxySetting } from '../model/proxy.ts'
import { type AnyNamespace, second, operation, afterQuestion, nothing, done, id, startTimeout } from './operation.ts'

const secretText = z.string().min(1).max(2000)

export const ConnectionInput = z.strictObject({
  name: z.string().trim().min(1).max(100),
  address: ServiceAddress,
  segment: PathSegment,
  caFile: z.string().trim().max(1000).nullable().optional(),
  /** `null` for the proxy of the system. */
  proxy: ProxySetting.nullable().optional(),
  /** `null` for the default host. */
  linkHost: LinkHost.nullable().optional(),
  proxyUser: secretText.regex(/^[^:]*$/).optional(),
  proxyPassword: secretText.optional(),
  clientId: secretText,
  clientSecret: secretText,
})
export type ConnectionInput = z.infer<typeof ConnectionInput>

/**
 * `edited` is the stored connection that is being changed. While the trial leads to the same place, its stored secrets
 * replace those that weren't typed.
 */
export const ConnectionTrial = ConnectionInput.partial({ clientId: true, clientSecret: true })
  .omit({ name: true })
  .extend({ name: z.string().max(100).optional(), edited: z.string().min(1).max(100).optional() })
export type ConnectionTrial = z.infer<typeof ConnectionTrial>

export const ConnectionChange = ConnectionInput.partial().extend({ id: z.string().min(1).max(100) })
export type ConnectionChange = z.infer<typeof ConnectionChange>

export const connections = {
  list: operation(nothing, () => z.array(ConnectionProfile)),
  add: operation(ConnectionInput, ConnectionProfile, afterQuestion(60 * second)),
  /** Changing the address, the segment, the CA file or the proxy requires the secret again. */
  update: operation(ConnectionChange, ConnectionProfile, afterQuestion(60 * second)),
  /** Authenticates and reads the inventory with what was typed or with a stored profile. Stores nothing. */
  test: operation(() => z.union([ConnectionTrial, id]), ConnectionTest, afterQuestion(90 * second)),
  open: operation(id, CurrentConnection, 90 * second),
  close: operation(nothing, done),
  /** Removes the profile with its secret and its local directory. */
  remove: operation(id, done),
  /**
   * `service` adds what the service offers; the service is queried if that is not known. `again` queries it in any
   * case.
   */
  current: operation(
    () => z.union([nothing, z.strictObject({ service: z.enum(['known', 'again']).optional() })]),
    () => CurrentConnection.nullable(),
    startTimeout,
  ),
  startSandbox: operation(
    () => z.union([nothing, z.strictObject({ customers: z.number().int().min(0).max(1_000_000).optional() })]),
    CurrentConnection,
    60 * second,
  ),
} as const satisfies AnyNamespace
