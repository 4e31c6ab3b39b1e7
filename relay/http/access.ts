/** How a device gets in: an invitation's code once, then a signed challenge for each token. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { memberOf } from '#shared/wire/lenient.ts'
import { ChallengeRequest, EnrolRequest, relayPaths, TokenRequest } from '#shared/wire/relay.ts'
import { enrol, makeChallenge, makeToken } from '../access/access.ts'
import { readEnds } from '../feed/records.ts'
import { hashSecret } from '../secrets.ts'
import { fail, type RelayContext } from './context.ts'

/**
 * Calls a minute. They are counted for each code and each device, because behind a proxy that is not known all desks
 * have one network address, and one of them must not lock the others out. A code of 100 bits can't be guessed.
 */
const perMinute = { code: 20, device: 60 }

export function accessRoutes(app: FastifyInstance, { database, metrics, origin }: RelayContext): void {
  const limited = (max: number, name: 'code' | 'device') => ({
    config: {
      rateLimit: {
        max,
        timeWindow: 60_000,
        hook: 'preHandler',
        keyGenerator: ({ ip, body }: FastifyRequest) =>
          hashSecret(`${ip}\n${String(memberOf(body, name))}`).toString('hex'),
      },
    } as const,
  })

  app.post(relayPaths.devices, limited(perMinute.code, 'code'), async (request, reply) => {
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

  app.post(relayPaths.challenges, limited(perMinute.device, 'device'), async (request, reply) => {
    const body = ChallengeRequest.safeParse(request.body)
    if (!body.success) return await fail(reply, 400, 'bad_request')
    const challenge = await makeChallenge(database.read, body.data.device)
    if (challenge !== null) return await reply.send(challenge)
    metrics.refusedAccess.inc()
    return await fail(reply, 401, 'unauthorized')
  })

  app.post(relayPaths.tokens, limited(perMinute.device, 'device'), async (request, reply) => {
    const body = TokenRequest.safeParse(request.body)
    if (!body.success) return await fail(reply, 400, 'bad_request')
    const token = await makeToken(database.read, origin(), body.data)
    if (token !== null) return await reply.send(token)
    metrics.refusedAccess.inc()
    return await fail(reply, 401, 'unauthorized')
  })
}
