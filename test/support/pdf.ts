/**
 * Reads PDF files with programs that are independent of the desk: poppler for pages and text, zbar and jsQR for QR
 * codes.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import jsQR from 'jsqr'

const run = promisify(execFile)

export interface PdfFacts {
  readonly pages: number
  /** Width and height in points. */
  readonly size: readonly [number, number]
}

export async function pdfFacts(file: string): Promise<PdfFacts> {
  const { stdout } = await run('pdfinfo', [file])
  const [, width = '', height = ''] = /Page size:\s+([\d.]+) x ([\d.]+)/.exec(stdout) ?? []
  return { pages: Number(/Pages:\s+(\d+)/.exec(stdout)?.[1]), size: [Number(width), Number(height)] }
}

export const pdfText = async (file: string): Promise<string> => (await run('pdftotext', ['-layout', file, '-'])).stdout

export interface PrintedWord {
  readonly text: string
  /** Points from the left and from the top of the page. */
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** Returns the words of the first page with their positions. */
export async function pdfWords(file: string): Promise<readonly PrintedWord[]> {
  const { stdout } = await run('pdftotext', ['-bbox', '-l', '1', file, '-'])
  const words = stdout.matchAll(
    /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*?)<\/word>/g,
  )
  return [...words].map(([, left, top, right, bottom, text = '']) => ({
    text,
    left: Number(left),
    top: Number(top),
    right: Number(right),
    bottom: Number(bottom),
  }))
}

/** Returns the targets of the links on all pages. */
export async function pdfLinks(file: string): Promise<readonly string[]> {
  const { stdout } = await run('pdfinfo', ['-url', file], { maxBuffer: 1 << 24 })
  return stdout.split('\n').flatMap((line) => /^ *\d+ +\S+ +(\S.*)$/.exec(line)?.[1]?.trim() ?? [])
}

/** Returns the colours (`#rrggbb`) of the first page's pixels, as poppler renders it. */
export async function pdfColours(file: string): Promise<ReadonlySet<string>> {
  const options = { encoding: 'buffer', maxBuffer: 1 << 26 } as const
  const { stdout } = await run('pdftoppm', ['-r', '72', '-l', '1', '-singlefile', file], options)
  const head = /^P6\s+\d+\s+\d+\s+255\s/.exec(stdout.subarray(0, 40).toString('latin1'))
  if (head === null) throw new Error('Not a pixel map')
  const colours = new Set<string>()
  for (let at = head[0].length; at + 3 <= stdout.length; at += 3) colours.add(`#${stdout.toString('hex', at, at + 3)}`)
  return colours
}

/** Returns the QR codes of each page, as zbar and as jsQR decode them. */
export async function qrCodes(
  file: string,
  resolution = 110,
): Promise<{ readonly zbar: readonly string[]; readonly jsqr: readonly (string | undefined)[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'esim-desk-pages-'))
  try {
    await run('pdftoppm', ['-r', String(resolution), '-gray', file, join(folder, 'page')], { maxBuffer: 1 << 26 })
    const pages = (await readdir(folder)).sort().map((name) => join(folder, name))
    // zbarimg also prints an error about a missing session bus, which does not matter.
    const { stdout } = await run('zbarimg', ['--quiet', '--raw', '-Sdisable', '-Sqrcode.enable', ...pages], {
      maxBuffer: 1 << 24,
    })
    return {
      zbar: stdout.trimEnd().split('\n'),
      jsqr: await Promise.all(pages.map(async (page) => decodeQr(await readFile(page)))),
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export interface GreyMap {
  readonly width: number
  readonly height: number
  /** One byte for each pixel, row by row. */
  readonly grey: Uint8Array
}

/** Tries half the resolution first, because jsQR's time grows with the number of pixels. */
function decodeQr(pgm: Buffer): string | undefined {
  const page = greyMap(pgm)
  return readQr(halveResolution(page)) ?? readQr(page)
}

function greyMap(pgm: Buffer): GreyMap {
  const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(pgm.subarray(0, 40).toString('latin1'))
  if (head === null) throw new Error('Not a grey map')
  return { width: Number(head[1]), height: Number(head[2]), grey: pgm.subarray(head[0].length) }
}

/** Halves the resolution: each pixel is the mean of four. */
function halveResolution({ width, height, grey }: GreyMap): GreyMap {
  const half = { width: width >> 1, height: height >> 1, grey: new Uint8Array((width >> 1) * (height >> 1)) }
  let at = 0
  for (let row = 0; row < half.height; row += 1) {
    for (let column = 0; column < half.width; column += 1) {
      const first = 2 * row * width + 2 * column
      const below = first + width
      half.grey[at] = ((grey[first] ?? 0) + (grey[first + 1] ?? 0) + (grey[below] ?? 0) + (grey[below + 1] ?? 0)) >> 2
      at += 1
    }
  }
  return half
}

export function readQr({ width, height, grey }: GreyMap): string | undefined {
  // The four bytes of a pixel are equal, so one number writes all of them.
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = (grey[at] ?? 255) * 0x01010101
  return jsQR(new Uint8ClampedArray(pixels.buffer), width, height, { inversionAttempts: 'dontInvert' })?.data
}
