/** How the Chromium host saves a file and finds the proxy of an address. */
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { errorCode } from '../../errorCode.ts'
import { isLoopbackHost } from '../../loopbackHost.ts'
import { safeFileName } from '../fileName.ts'

/**
 * This host has no dialog for files: they go to the person's download folder under a name that is still free.
 * @returns the path
 */
export async function saveFile(
  { suggestedName, data }: { readonly suggestedName: string; readonly data: Uint8Array },
  folder = join(homedir(), 'Downloads'),
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const safe = safeFileName(suggestedName)
  const kind = extname(safe)
  const stem = safe.slice(0, safe.length - kind.length)
  for (let count = 1; ; count += 1) {
    const file = join(folder, count === 1 ? safe : `${stem} (${String(count)})${kind}`)
    if (await writeNewFile(file, data)) return file
  }
}

/** Resolves to false where the name is taken: by writing alone, so that two files can't be given the same name at once. */
async function writeNewFile(file: string, data: Uint8Array): Promise<boolean> {
  try {
    await writeFile(file, data, { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

const kinds: Readonly<Record<string, string>> = {
  'http:': 'PROXY',
  'https:': 'HTTPS',
  'socks:': 'SOCKS5',
  'socks4:': 'SOCKS',
  'socks5:': 'SOCKS5',
  'socks5h:': 'SOCKS5',
}
const ports: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * From the variables that command-line programs obey; the form that browsers answer in. Credentials in them stay out: the
 * form has no place for any. What can't be understood is an entry of its own, so that nothing goes past a proxy unseen.
 */
export function resolveProxy(address: string, env: NodeJS.ProcessEnv): string {
  const url = URL.parse(address)
  if (url === null) return 'DIRECT'
  const name = url.protocol === 'http:' ? 'http_proxy' : 'https_proxy'
  const text = [env[name], env[name.toUpperCase()]].find((value) => value !== undefined && value.trim() !== '')?.trim()
  if (text === undefined || isExcepted(url.hostname, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return 'DIRECT'
  const proxy = URL.parse(text.includes('://') ? text : `http://${text}`)
  const kind = proxy === null ? undefined : kinds[proxy.protocol]
  if (proxy === null || kind === undefined) return 'UNKNOWN'
  return `${kind} ${proxy.hostname}:${proxy.port === '' ? (ports[proxy.protocol] ?? '1080') : proxy.port}`
}

function isExcepted(host: string, list: string): boolean {
  if (isLoopbackHost(host)) return true
  return list
    .split(',')
    .map((entry) => entry.trim().replace(/^\*?\./, ''))
    .some((entry) => entry !== '' && (entry === '*' || host === entry || host.endsWith(`.${entry}`)))
}
