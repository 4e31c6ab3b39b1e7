/**
 * Draws flag-like pictures of 60 by 40 pixels from a small table of bands, discs, crosses and stars. They need to be
 * distinguishable at a glance, not exact. A country that is not in the table gets two colours derived from its code.
 */
import { hashText } from '../prng.ts'
import { png } from './png.ts'

const width = 60
const height = 40

type Layer = (x: number, y: number) => number | undefined

/**
 * Each design has horizontal (`h:`) or vertical (`v:`) bands, then layers on top. Colours are RRGGBB; a number after
 * `*` is the relative width of a band.
 */
const designs: Readonly<Record<string, string>> = {
  DE: 'h:000000,DD0000,FFCE00',
  FR: 'v:002395,FFFFFF,ED2939',
  ES: 'h:AA151B,F1BF00*2,AA151B',
  IT: 'v:009246,FFFFFF,CE2B37',
  GB: 'h:012169 saltire:FFFFFF:7 saltire:C8102E:3 cross:FFFFFF:14 cross:C8102E:8',
  PT: 'v:006600*2,FF0000*3 disc:FFCC00:8:24',
  GR: 'h:0D5EAF,FFFFFF,0D5EAF,FFFFFF,0D5EAF,FFFFFF,0D5EAF,FFFFFF,0D5EAF canton:0D5EAF:22:22',
  CH: 'h:DA291C plus:FFFFFF',
  TR: 'h:E30A17 crescent:FFFFFF:E30A17 star:FFFFFF:36:20:5',
  US: 'h:B22234,FFFFFF,B22234,FFFFFF,B22234,FFFFFF,B22234,FFFFFF,B22234,FFFFFF,B22234,FFFFFF,B22234 canton:3C3B6E:25:21',
  CA: 'v:D80621,FFFFFF*2,D80621 star:D80621:30:20:10',
  MX: 'v:006847,FFFFFF,CE1126 disc:8C6A3B:5',
  BR: 'h:009C3B diamond:FFDF00 disc:002776:8',
  JP: 'h:FFFFFF disc:BC002D:12',
  KR: 'h:FFFFFF disc:CD2E3A:10 half:0047A0:10',
  TH: 'h:A51931,F4F5F8,2D2A4A*2,F4F5F8,A51931',
  SG: 'h:EF3340,FFFFFF star:FFFFFF:14:10:6',
  ID: 'h:FF0000,FFFFFF',
  VN: 'h:DA251D star:FFFF00:30:20:12',
  IN: 'h:FF9933,FFFFFF,138808 disc:000080:5',
  AU: 'h:00008B canton:C8102E:26:18 star:FFFFFF:45:22:7 star:FFFFFF:14:31:6',
  NZ: 'h:00247D canton:C8102E:26:18 star:CC142B:46:12:4 star:CC142B:46:28:4 star:CC142B:38:20:4',
  AE: 'h:00732F,FFFFFF,000000 hoist:FF0000:15',
  EG: 'h:CE1126,FFFFFF,000000 disc:C09300:5',
  MA: 'h:C1272D star:006233:30:20:10',
  ZA: 'h:E03C31,FFFFFF,007749,FFFFFF,001489 triangle:000000',
  AT: 'h:ED2939,FFFFFF,ED2939',
  BE: 'v:000000,FAE042,ED2939',
  NL: 'h:AE1C28,FFFFFF,21468B',
  LU: 'h:EF3340,FFFFFF,00A3E0',
  IE: 'v:169B62,FFFFFF,FF883E',
  PL: 'h:FFFFFF,DC143C',
  CZ: 'h:FFFFFF,D7141A triangle:11457E',
  SK: 'h:FFFFFF,0B4EA2,EE1C25 disc:EE1C25:7:20',
  HU: 'h:CE2939,FFFFFF,477050',
  RO: 'v:002B7F,FCD116,CE1126',
  BG: 'h:FFFFFF,00966E,D62612',
  HR: 'h:FF0000,FFFFFF,171796 disc:FFFFFF:8 disc:FF0000:6',
  SI: 'h:FFFFFF,005DA4,ED1C24',
  RS: 'h:C6363C,0C4076,FFFFFF',
  UA: 'h:0057B7,FFD700',
  SE: 'h:006AA7 nordic:FECC00:8',
  NO: 'h:BA0C2F nordic:FFFFFF:10 nordic:00205B:5',
  DK: 'h:C8102E nordic:FFFFFF:7',
  FI: 'h:FFFFFF nordic:003580:10',
  IS: 'h:02529C nordic:FFFFFF:10 nordic:DC1E35:5',
  EE: 'h:0072CE,000000,FFFFFF',
  LV: 'h:9E3039*2,FFFFFF,9E3039*2',
  LT: 'h:FDB913,006A44,C1272D',
  AL: 'h:E41E20 star:000000:30:20:11',
  MK: 'h:D20000 saltire:FFE600:6 disc:FFE600:8',
  ME: 'h:C40308 disc:D3AE3B:10',
  BA: 'h:002395 triangle:FECB00',
  XK: 'h:244AA5 star:D0A650:30:20:9',
  MT: 'v:FFFFFF,CF142B',
  CY: 'h:FFFFFF disc:D57800:8',
  LI: 'h:002B7F,CE1126',
  CN: 'h:DE2910 star:FFDE00:13:12:7',
  HK: 'h:DE2910 disc:FFFFFF:8',
  TW: 'h:FE0000 canton:000095:30:20',
  MY: 'h:CC0001,FFFFFF,CC0001,FFFFFF,CC0001,FFFFFF,CC0001,FFFFFF canton:010066:30:22',
  PH: 'h:0038A8,CE1126 triangle:FFFFFF',
  KH: 'h:032EA1,E00025*2,032EA1 disc:FFFFFF:6',
  LK: 'v:FFB700,00534E,EB7400,8D153A*4',
  MO: 'h:00785E star:FBD116:30:18:7',
  AR: 'h:74ACDF,FFFFFF,74ACDF disc:F6B40E:4',
  CL: 'h:FFFFFF,D52B1E canton:0039A6:20:20',
  CO: 'h:FCD116*2,003893,CE1126',
  PE: 'v:D91023,FFFFFF,D91023',
  EC: 'h:FFDD00*2,034EA2,ED1C24',
  UY: 'h:FFFFFF,0038A8,FFFFFF,0038A8,FFFFFF,0038A8,FFFFFF canton:FFFFFF:22:22 disc:FCD116:5:11:11',
  BO: 'h:D52B1E,F9E300,007934',
  PY: 'h:D52B1E,FFFFFF,0038A8',
  CR: 'h:002B7F,FFFFFF,CE1126*2,FFFFFF,002B7F',
  PA: 'h:FFFFFF,FFFFFF canton:DA121A:0:0 star:005293:15:10:5 star:DA121A:45:30:5',
  GT: 'v:4997D0,FFFFFF,4997D0',
  HN: 'h:00BCE4,FFFFFF,00BCE4',
  SV: 'h:0047AB,FFFFFF,0047AB',
  NI: 'h:0067C6,FFFFFF,0067C6',
  DO: 'h:002D62,CE1126 cross:FFFFFF:8',
  IL: 'h:FFFFFF,0038B8,FFFFFF*4,0038B8,FFFFFF star:0038B8:30:20:7',
  JO: 'h:000000,FFFFFF,007A3D triangle:CE1126',
  KW: 'h:007A3D,FFFFFF,CE1126 hoist:000000:12',
  QA: 'v:FFFFFF,8D1B3D*2',
  BH: 'v:FFFFFF,CE1126*2',
  OM: 'h:FFFFFF,DB161B,008000 hoist:DB161B:15',
  SA: 'h:006C35*12,FFFFFF,006C35*5',
  TN: 'h:E70013 disc:FFFFFF:11 crescent:E70013:FFFFFF',
  KE: 'h:000000*3,FFFFFF,BB0000*3,FFFFFF,006600*3',
  NG: 'v:008751,FFFFFF,008751',
  GH: 'h:CE1126,FCD116,006B3F star:000000:30:20:6',
  CI: 'v:F77F00,FFFFFF,009E60',
  CM: 'v:007A5E,CE1126,FCD116 star:FCD116:30:20:6',
  SN: 'v:00853F,FDEF42,E31B23',
  MG: 'h:FC3D32,007E3A hoist:FFFFFF:20',
  MU: 'h:EA2839,1A206D,FFD500,00A551',
  BW: 'h:75AADB*4,FFFFFF,000000*2,FFFFFF,75AADB*4',
  RU: 'h:FFFFFF,0039A6,D52B1E',
  AM: 'h:D90012,0033A0,F2A800',
  AZ: 'h:00B5E2,EF3340,509E2F',
  BD: 'h:006A4E disc:F42A41:10:27',
  BY: 'h:CE1720*2,007C30',
  MC: 'h:CE1126,FFFFFF',
  MD: 'v:0046AE,FFD200,CC092F',
  MN: 'v:C4272F,015197,C4272F',
  VE: 'h:FFCC00,00247D,CF142B',
  IQ: 'h:CE1126,FFFFFF,000000',
  TZ: 'h:1EB53A,00A3DD saltire:000000:8',
  UG: 'h:000000,FCDC04,D90000,000000,FCDC04,D90000',
  RW: 'h:00A1DE*2,FAD201,20603D',
  ZM: 'h:198A00 hoist:EF7D00:0',
  JM: 'h:009B3A saltire:FED100:8',
  BB: 'v:00267F,FFC726,00267F',
  BS: 'h:00778B,FFC72C,00778B triangle:000000',
  TT: 'h:CE1126 saltire:000000:9',
  KZ: 'h:00AFCA disc:FEC50C:8',
  GE: 'h:FFFFFF cross:FF0000:8',
}

const colourOf = (text: string | undefined): number => Number.parseInt(text ?? '888888', 16)
const numberOf = (text: string | undefined, fallback: number): number => (text === undefined ? fallback : Number(text))

function bands(list: string, along: 'x' | 'y'): Layer {
  const parts = list
    .split(',')
    .map((part) => ({ colour: colourOf(part.split('*')[0]), weight: numberOf(part.split('*')[1], 1) }))
  const total = parts.reduce((sum, part) => sum + part.weight, 0)
  return (x, y) => {
    let left = along === 'x' ? (x / width) * total : (y / height) * total
    for (const part of parts) {
      left -= part.weight
      if (left < 0) return part.colour
    }
    return parts.at(-1)?.colour
  }
}

function star(cx: number, cy: number, radius: number): (x: number, y: number) => boolean {
  return (x, y) => {
    const [dx, dy] = [x + 0.5 - cx, y + 0.5 - cy]
    const turn = ((Math.atan2(dx, -dy) / (2 * Math.PI)) * 5 + 5.5) % 1
    const edge = radius * (1 - 1.16 * Math.abs(turn - 0.5))
    return Math.hypot(dx, dy) < edge
  }
}

/** Returns the test for whether a pixel lies inside the shape of a layer. */
function shape(name: string, size: readonly (string | undefined)[]): (x: number, y: number) => boolean {
  const [first, second, third] = size
  const middle = (x: number, y: number, cx = width / 2, cy = height / 2): number =>
    Math.hypot(x + 0.5 - cx, y + 0.5 - cy)
  switch (name) {
    case 'disc':
      return (x, y) => middle(x, y, numberOf(second, width / 2), numberOf(third, height / 2)) < numberOf(first, 10)
    case 'half':
      return (x, y) => y >= height / 2 && middle(x, y) < numberOf(first, 10)
    case 'cross':
      return (x, y) =>
        Math.abs(x + 0.5 - width / 2) < numberOf(first, 8) / 2 ||
        Math.abs(y + 0.5 - height / 2) < numberOf(first, 8) / 2
    case 'nordic':
      return (x, y) =>
        Math.abs(x + 0.5 - 22) < numberOf(first, 8) / 2 || Math.abs(y + 0.5 - height / 2) < numberOf(first, 8) / 2
    case 'plus':
      return (x, y) =>
        (Math.abs(x + 0.5 - 30) < 4 && Math.abs(y + 0.5 - 20) < 12) ||
        (Math.abs(x + 0.5 - 30) < 12 && Math.abs(y + 0.5 - 20) < 4)
    case 'saltire':
      return (x, y) =>
        Math.abs(Math.abs(x + 0.5 - 30) * (height / width) - Math.abs(y + 0.5 - 20)) < numberOf(first, 6) * 0.6
    case 'canton':
      return (x, y) => x < numberOf(first, 24) && y < numberOf(second, 20)
    case 'hoist':
      return (x) => x < numberOf(first, 15)
    case 'triangle':
      return (x, y) => x < 26 * (1 - Math.abs(y + 0.5 - 20) / 20)
    case 'diamond':
      return (x, y) => Math.abs(x + 0.5 - 30) / 26 + Math.abs(y + 0.5 - 20) / 16 < 1
    case 'crescent':
      return (x, y) => middle(x, y, 23) < 10 && middle(x, y, 26) >= 8
    case 'star':
      return star(numberOf(first, 30), numberOf(second, 20), numberOf(third, 8))
    default:
      return () => false
  }
}

function layer(design: string): Layer {
  const [name = '', colour = '', ...rest] = design.split(':')
  if (name === 'h') return bands(colour, 'y')
  if (name === 'v') return bands(colour, 'x')
  const inside = shape(name, name === 'crescent' ? [] : rest)
  const paint = colourOf(colour)
  return (x, y) => (inside(x, y) ? paint : undefined)
}

function designOf(code: string): string {
  const existing = designs[code]
  if (existing !== undefined) return existing
  const hash = hashText(code)
  const colour = (bits: number): string => (bits & 0xffffff).toString(16).padStart(6, '0').toUpperCase()
  return hash % 2 === 0
    ? `h:${colour(hash)},FFFFFF,${colour(hash >>> 8)}`
    : `v:${colour(hash)},FFFFFF,${colour(hash >>> 8)}`
}

const pictures = new Map<string, Buffer>()

export function flagPng(code: string): Buffer {
  const existing = pictures.get(code)
  if (existing !== undefined) return existing
  const layers = designOf(code).split(' ').map(layer)
  const picture = png(width, height, (x, y) => layers.reduce((below, one) => one(x, y) ?? below, 0xffffff))
  pictures.set(code, picture)
  return picture
}
