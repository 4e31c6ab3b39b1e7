/** Encodes the few types of DER (ASN.1) that a certificate needs. */

function length(count: number): Buffer {
  if (count < 128) return Buffer.from([count])
  return count < 256 ? Buffer.from([0x81, count]) : Buffer.from([0x82, count >> 8, count & 255])
}

export function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), length(body.length), body])
}

export const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts)
export const setOf = (...parts: readonly Buffer[]): Buffer => tagged(0x31, ...parts)
export const integer = (bytes: Buffer): Buffer =>
  tagged(0x02, (bytes[0] ?? 0) > 127 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes)
export const boolean = (value: boolean): Buffer => tagged(0x01, Buffer.from([value ? 255 : 0]))
export const octets = (bytes: Buffer): Buffer => tagged(0x04, bytes)
export const bits = (bytes: Buffer): Buffer => tagged(0x03, Buffer.from([0]), bytes)
export const text = (value: string): Buffer => tagged(0x0c, Buffer.from(value))

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap((arc) => {
    const groups = [arc & 127]
    for (let left = arc >>> 7; left > 0; left >>>= 7) groups.unshift((left & 127) | 128)
    return groups
  })
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]))
}

/** Encodes epoch milliseconds as a GeneralizedTime, to the second. */
export function time(milliseconds: number): Buffer {
  return tagged(0x18, Buffer.from(`${new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`))
}
