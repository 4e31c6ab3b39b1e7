/** Key pairs for signatures, as PEM texts. */
import { generateKeyPairSync } from 'node:crypto'

export function generateKey(): { readonly publicKey: string; readonly privateKey: string } {
  return generateKeyPairSync('ed25519', {
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}
