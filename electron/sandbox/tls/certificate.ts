/** Creates self-signed certificates, so that tests can offer valid and invalid TLS without files on disk. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { bits, boolean, integer, objectId, octets, sequence, setOf, tagged, text, time } from './der.ts'

type Certificate = { readonly key: string; readonly cert: string }
export type CertificateOptions = {
  readonly names: readonly string[]
  readonly addresses: readonly string[]
  /** Epoch milliseconds, as is `until`. */
  readonly from: number
  readonly until: number
}

const ecdsaWithSha256 = sequence(objectId('1.2.840.10045.4.3.2'))
const extension = (id: string, critical: boolean, value: Buffer): Buffer =>
  sequence(objectId(id), ...(critical ? [boolean(true)] : []), octets(value))

export function selfSigned({ names, addresses, from, until }: CertificateOptions): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = sequence(setOf(sequence(objectId('2.5.4.3'), text(names[0] ?? 'sandbox'))))
  const alternatives = [
    ...names.map((one) => tagged(0x82, Buffer.from(one))),
    ...addresses.map((one) => tagged(0x87, Buffer.from(one.split('.').map(Number)))),
  ]
  const body = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    ecdsaWithSha256,
    name,
    sequence(time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(
        extension('2.5.29.19', true, sequence(boolean(true))),
        extension('2.5.29.17', false, sequence(...alternatives)),
      ),
    ),
  )
  const whole = sequence(body, ecdsaWithSha256, bits(sign('sha256', body, privateKey)))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
