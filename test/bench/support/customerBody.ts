/** Customers as a service lists them, computed from their numbers, and files with the body of such a list. */
import { execFileSync } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const givenNames = ['sofia', 'youssef', 'mateo', 'anna', 'jürgen', 'chloé', 'yuki', 'amara', 'ivan', 'grace', 'ömer']
const familyNames = ['taylor', 'virtanen', 'dubois', 'müller', 'tanaka', 'moreau', 'haddad', 'kovács', 'silva', 'øster']
const hosts = ['gmail.example', 'webmail.example', 'example.com', 'post.example', 'work.example']

const pick = (list: readonly string[], n: number): string => list[n % list.length] ?? ''

/** Hashes a number, always with the same result. */
export function mix(n: number): number {
  const once = Math.imul(n ^ (n >>> 16), 0x45d9f3b)
  const twice = Math.imul(once ^ (once >>> 16), 0x45d9f3b)
  return (twice ^ (twice >>> 16)) >>> 0
}

const hex = (n: number): string => mix(n).toString(16).padStart(8, '0')
const uuid = (kind: number, n: number): string =>
  `${hex(n * 4 + kind)}-${hex(n + 7).slice(0, 4)}-4${hex(n + 11).slice(0, 3)}` +
  `-8${hex(n + 13).slice(0, 3)}-${hex(n + 17)}${hex(n + 19).slice(0, 4)}`

export const emailOf = (n: number): string =>
  `${pick(givenNames, mix(n))}.${pick(familyNames, mix(n + 1))}${String(mix(n + 3) % 100_000)}@${pick(hosts, mix(n + 2))}`
export const iccidOf = (n: number): string =>
  `8943${String(mix(n + 5)).padStart(10, '0')}${String(mix(n + 6) % 100_000).padStart(5, '0')}`
export const metatagOf = (n: number, at: number): string => `shop-${hex(n * 3 + at)}-order-${String(mix(n + at))}`
export const uidOf = (n: number): string => uuid(3, n)

const price = (value: number) => ({ sortIndex: 0, priceValue: value, currencyCode: 'USD' })

function item(n: number, at: number, available: number) {
  const salesDate = new Date(Date.UTC(2026, 0, 1) - (mix(n + at) % 500_000) * 60_000).toISOString()
  return {
    uid: uuid(at, n * 3 + at),
    metatag: metatagOf(n, at),
    salesChannel: 'Reseller API',
    salesChannelTypeCode: 'API',
    activationType: 'DATA_PLAN',
    purchasePrice: price(3.5),
    retailPrice: price(5.9),
    salesDate,
    balance: {
      activatedAt: salesDate,
      expiresAt: '2026-12-31T00:00:00Z',
      activationMode: 'NOW',
      name: 'World 5 GB, 30 days',
      size: { sizeValue: 5, sizeUnit: 'GB' },
      availableBalance: { sizeValue: available, sizeUnit: 'GB' },
      validitySize: 30,
      validityUnit: 'days',
    },
  }
}

/** @param change another number gives the customer another balance */
export function listedCustomer(n: number, change: number): unknown {
  const code = `LPA:1$smdp.example.com$${hex(n + 23)}${hex(n + 29)}`.toUpperCase()
  return {
    customer: { email: emailOf(n), uid: uidOf(n), profileUrl: `https://portal.example/customers/${uidOf(n)}` },
    totalAvailableBalance: { sizeValue: 1 + change, sizeUnit: 'GB' },
    activatedItems: Array.from({ length: 1 + (n % 2) }, (_, at) => item(n, at, 1 + change)),
    relatedEsims: [
      {
        uid: uuid(2, n),
        iccid: iccidOf(n),
        imsi: `24007${String(mix(n + 6)).padStart(10, '0')}`,
        activationCode: code,
        appleUniversalLink: `https://esim.example/esim_qrcode_provisioning?carddata=${code}`,
        lastSeen: '2026-01-02T03:04:05Z',
        state: 'INSTALLED',
        active: true,
      },
    ],
  }
}

/** Writes a list of `total` customers, of whom every `changedEvery`-th has changed, and returns its bytes. */
export async function writeList(file: string, total: number, changedEvery: number): Promise<number> {
  const out = createWriteStream(file)
  for (let from = 0; from < total; from += 1000) {
    const some = Array.from({ length: Math.min(1000, total - from) }, (_, n) =>
      JSON.stringify(listedCustomer(from + n, (from + n) % changedEvery === 1 ? 1 : 0)),
    )
    if (!out.write(`${from === 0 ? '[' : ','}${some.join(',')}`)) await once(out, 'drain')
  }
  out.end(']')
  await once(out, 'close')
  return out.bytesWritten
}

/**
 * The same in a process of its own, whose memory is none of what is measured. The caller has nothing else to do
 * meanwhile.
 */
export function prepareList(file: string, total: number, changedEvery: number): number {
  const script = fileURLToPath(new URL('prepareList.ts', import.meta.url))
  const bytes = execFileSync(process.execPath, [script, file, String(total), String(changedEvery)])
  return Number(bytes.toString('utf8'))
}
