/**
 * Serves the desk's own origin on both hosts: the built files of the window and flags of countries, nothing else. A
 * path cannot leave the folder, and every response has the policy headers.
 */
import { readFile, realpath, stat } from 'node:fs/promises'
import { extname, join, resolve, sep } from 'node:path'
import { policyHeaders } from '../host/index.ts'

interface AssetsOptions {
  /** The folder of the built window. */
  readonly folder: string
  readonly origin: string
  /** Returns the PNG of a country's flag (ISO 3166-1 alpha-2, upper case), or null. */
  readonly flag: (iso2: string) => Promise<Uint8Array | null>
}

export const scriptType = 'text/javascript; charset=utf-8'
export const styleType = 'text/css; charset=utf-8'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': scriptType,
  '.css': styleType,
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

const oneDayCache = 'private, max-age=86400'
const immutableCache = 'private, max-age=31536000, immutable'

export function createAssets({ folder, origin, flag }: AssetsOptions): (request: Request) => Promise<Response> {
  const root = resolve(folder)

  return async (request) => {
    const url = URL.parse(request.url)
    // Node gives URLs of a custom scheme the origin `null`, so scheme and host are compared instead.
    if (url === null || `${url.protocol}//${url.host}` !== origin || request.method !== 'GET') return notFound()
    const flagCode = /^\/flags\/([A-Z]{2})\.png$/.exec(url.pathname)?.[1]
    if (flagCode !== undefined) return flagAnswer(await flag(flagCode).catch(() => null))
    return await fileAnswer(root, url.pathname)
  }
}

function notFound(): Response {
  return new Response(null, { status: 404, headers: policyHeaders })
}

function flagAnswer(png: Uint8Array | null): Response {
  if (png === null) return notFound()
  return new Response(new Uint8Array(png), {
    headers: { ...policyHeaders, 'content-type': 'image/png', 'cache-control': oneDayCache },
  })
}

async function fileAnswer(root: string, pathname: string): Promise<Response> {
  const file = fileOf(root, pathname)
  const type = file === null ? undefined : types[extname(file)]
  if (file === null || type === undefined || !(await isOwnFile(root, file))) return notFound()
  const hashed = file.startsWith(join(root, 'assets') + sep)
  return new Response(await readFile(file), {
    headers: { ...policyHeaders, 'content-type': type, 'cache-control': hashed ? immutableCache : 'no-store' },
  })
}

/** Returns the file inside the folder that a path names, or null for a path that leaves it. */
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

/** Whether the real file is inside the folder, because a symbolic link may lead out of it. */
async function isOwnFile(root: string, file: string): Promise<boolean> {
  try {
    const real = await realpath(file)
    return real.startsWith((await realpath(root)) + sep) && (await stat(real)).isFile()
  } catch {
    return false
  }
}
