import { get } from 'node:https'
import { describe, expect, it } from 'vitest'
import { useService } from './sandboxService.ts'

const service = useService({ customers: 5 })

/** Resolves to the status, or to the code of the error. */
function version(baseUrl: string, ca?: string): Promise<number | string> {
  return new Promise((resolve) => {
    get(`${baseUrl}/service/version`, ca === undefined ? {} : { ca }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    }).on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
  })
}

describe('the service behind TLS', () => {
  it('is trusted by clients that use its certificate as a CA, and by no others', async () => {
    const { baseUrl, certificate } = await service().control.tls('good')
    expect(await version(baseUrl, certificate)).toBe(200)
    expect(await version(baseUrl)).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  })

  it.each([
    ['expired', 'CERT_HAS_EXPIRED'],
    ['wrongHost', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['broken', /EPROTO|ERR_SSL|ECONNRESET/],
  ] as const)('can be %s', async (kind, code) => {
    const { baseUrl, certificate } = await service().control.tls(kind)
    expect(await version(baseUrl, certificate)).toMatch(code)
  })

  it('keeps an open listener', async () => {
    expect(await service().control.tls('good')).toEqual(await service().control.tls('good'))
    await expect(service().control.call('GET', '/tls/other')).rejects.toMatchObject({ status: 404 })
  })
})
