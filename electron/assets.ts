/**
 * The desk's own origin, as one function from request to answer on both hosts: the built files of the window, flags of
 * countries, nothing else. A path can't leave the folder; every answer carries the policy headers.
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { policyHeaders } from './policy.ts'

export interface AssetsOptions {
  /** The built window. */
  readonly folder: string
  readonly origin: string
  /** PNG of a country's flag (ISO 3166-1 alpha-2, upper case), or null. */
  readonly flag: (iso2: string) => Promise<Uint8Array | null>
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const day = 'private, max-age=86400'
const forEver = 'private, max-age=31536000, immutable'

export function createAssets({ folder, origin, flag }: AssetsOptions): (request: Request) => Promise<Response> {
  const root = resolve(folder)

  return async (request) => {
    const url = URL.parse(request.url)
    // Node gives URLs of an own scheme the origin `null`: scheme and host are compared instead.
    if (url === null || `${url.protocol}//${url.host}` !== origin || request.method !== 'GET') return nothing()
    const flagCode = /^\/flags\/([A-Z]{2})\.png$/.exec(url.pathname)?.[1]
    if (flagCode !== undefined) return flagAnswer(await flag(flagCode).catch(() => null))
    return await fileAnswer(root, url.pathname)
  }
}

function nothing(): Response {
  return new Response(null, { status: 404, headers: policyHeaders })
}

function flagAnswer(png: Uint8Array | null): Response {
  if (png === null) return nothing()
  return new Response(new Uint8Array(png), {
    headers: { ...policyHeaders, 'content-type': 'image/png', 'cache-control': day },
  })
}

async function fileAnswer(root: string, pathname: string): Promise<Response> {
  const file = fileOf(root, pathname)
  const type = file === null ? undefined : types[extname(file)]
  if (file === null || type === undefined || !(await isOwnFile(root, file))) return nothing()
  const hashed = file.startsWith(join(root, 'assets') + sep)
  return new Response(await readFile(file), {
    headers: { ...policyHeaders, 'content-type': type, 'cache-control': hashed ? forEver : 'no-store' },
  })
}

/** The file a path names inside the folder, or null for one that would leave it. */
function fileOf(root: string, pathname: string): string | null {
  let path: string
  try {
    path = decodeURIComponent(pathname === '/' ? '/index.html' : pathname)
  } catch {
    return null
  }
  if (/[\0\\:]|\/$/.test(path)) return null
  const file = resolve(root, `.${path}`)
  return file.startsWith(root + sep) ? file : null
}

/** A link may lead out of the folder: what counts is where the file really is. */
async function isOwnFile(root: string, file: string): Promise<boolean> {
  try {
    const real = await realpath(file)
    return real.startsWith((await realpath(root)) + sep) && (await stat(real)).isFile()
  } catch {
    return false
  }
}
