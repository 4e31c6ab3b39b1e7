/** How a device gets in: an invitation's code once, then a signed challenge for each token. */
import type { FastifyInstance } from 'fastify'
import { ChallengeRequest, EnrolRequest, relayPaths, TokenRequest } from '#shared/wire/relay.ts'
import { enrol, makeChallenge, makeToken } from '../access/access.ts'
import { readEnds } from '../feed/records.ts'
import { fail, type RelayContext } from './context.ts'

/** Calls a minute from one network address; a shop of many desks may share one. */
const perMinute = { enrol: 20, token: 1200 }

export function accessRoutes(app: FastifyInstance, { database, metrics, origin }: RelayContext): void {
  const limited = (max: number) => ({ config: { rateLimit: { max, timeWindow: 60_000 } } })

  app.post(relayPaths.devices, limited(perMinute.enrol), async (request, reply) => {
    const body = EnrolRequest.safeParse(request.body)
    if (!body.success) return await fail(reply, 400, 'bad_request')
    const enrolled = await enrol(database.read, body.data.code, Buffer.from(body.data.publicKey, 'base64url'))
    if (enrolled === null) {
      metrics.refusedAccess.inc()
      return await fail(reply, 401, 'unauthorized')
    }
    const { id, name, connection } = enrolled
    const { feed } = await readEnds(database.read)
    return await reply.send({ device: id, name, connection, feed })
  })

  app.post(relayPaths.challenges, limited(perMinute.token), async (request, reply) => {
    const body = ChallengeRequest.safeParse(request.body)
    if (!body.success) return await fail(reply, 400, 'bad_request')
    return await reply.send(await makeChallenge(database.read, body.data.device))
  })

  app.post(relayPaths.tokens, limited(perMinute.token), async (request, reply) => {
    const body = TokenRequest.safeParse(request.body)
    if (!body.success) return await fail(reply, 400, 'bad_request')
    const token = await makeToken(database.read, origin(), body.data)
    if (token !== null) return await reply.send(token)
    metrics.refusedAccess.inc()
    return await fail(reply, 401, 'unauthorized')
  })
}
