import { describe, expect, it } from 'vitest'
import { WireAuthentication } from '#shared/wire/authentication.ts'
import { basic, useService } from './sandboxService.ts'

const service = useService({ variants: { tokenSeconds: 3600 } })
const inventory = '/service/products/inventory'

describe('authenticate (interface 4.1, 5)', () => {
  it.each<[string, unknown, Record<string, string>]>([
    ['no body', undefined, {}],
    ['the body null', 'null', {}],
    ['a JSON content type and no body', '', { 'content-type': 'application/json' }],
    ['a body that is not JSON', '<xml/>', {}],
  ])('accepts %s', async (_, body, headers) => {
    const answer = await service().post('/reseller/authenticate', body, {
      authorization: basic('sandbox-client', 'sandbox-secret'),
      ...headers,
    })
    expect(answer.status).toBe(200)
    expect(answer.type).toBe('application/json')
    expect(WireAuthentication.parse(answer.json)).toMatchObject({
      tokenType: 'Bearer',
      expiresIn: 3600,
      refreshToken: null,
      refreshExpiresIn: 0,
      idToken: null,
    })
  })

  it.each([
    ['a wrong secret', basic('sandbox-client', 'guess')],
    ['a wrong client', basic('someone', 'sandbox-secret')],
    ['no Basic header', 'Bearer x'],
    ['a Basic header that is not base64', 'Basic %%%'],
  ])('responds with 403 and the text {active = false}, not as JSON, to %s', async (_, authorization) => {
    const answer = await service().post('/reseller/authenticate', undefined, { authorization })
    expect([answer.status, answer.text, answer.type]).toEqual([403, '{active = false}', 'text/plain'])
  })

  it('gives every caller its own token', async () => {
    const headers = { authorization: basic('sandbox-client', 'sandbox-secret') }
    const answers = await Promise.all([1, 2].map(() => service().post('/reseller/authenticate', undefined, headers)))
    expect(answers[0]?.text).not.toBe(answers[1]?.text)
  })
})

describe('a token', () => {
  it.each(['Bearer None', 'Bearer ', 'Basic abc', 'nonsense'])('is required: "%s" gets 403', async (authorization) => {
    const answer = await service().call('GET', inventory, undefined, { authorization })
    expect([answer.status, answer.text, answer.type]).toEqual([403, '{active = false}', 'text/plain'])
  })

  it("expires by the sandbox's own clock, and a new one works", async () => {
    expect((await service().get(inventory)).status).toBe(200)
    await service().control.advance('61 minutes')
    expect((await service().get(inventory)).status).toBe(403)
    await service().authenticate()
    expect((await service().get(inventory)).status).toBe(200)
  })

  it('can be revoked', async () => {
    await service().control.revokeTokens()
    expect((await service().get(inventory)).status).toBe(403)
    await service().authenticate()
  })
})

describe('expiresIn', () => {
  it('can be missing or wrong', async () => {
    const expiresIn = async (): Promise<unknown> =>
      (
        await service().post('/reseller/authenticate', undefined, {
          authorization: basic('sandbox-client', 'sandbox-secret'),
        })
      ).json
    await service().control.setVariants({ expiresIn: 'missing' })
    expect(await expiresIn()).not.toHaveProperty('expiresIn')
    await service().control.setVariants({ expiresIn: 1 })
    expect(await expiresIn()).toHaveProperty('expiresIn', 1)
  })
})
