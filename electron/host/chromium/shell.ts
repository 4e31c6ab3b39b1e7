/** Saves files and resolves proxies on the Chromium host. */
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { extname, join } from 'node:path'
import { errorCode } from '../../base/errorCode.ts'
import { isLoopbackHost } from '../../base/loopbackHost.ts'
import { proxyVariable } from '../../base/proxyVariable.ts'
import { moveFile, writeWholeFile } from '../../base/wholeFile.ts'
import { safeFileName } from '../fileName.ts'
import type { Host } from '../host.ts'

/**
 * Saves the file in the user's download folder under a free name, because this host has no save dialog.
 * @returns the path
 */
export async function saveFile(
  { suggestedName, data }: Parameters<Host['saveFile']>[0],
  folder = join(homedir(), 'Downloads'),
): Promise<string> {
  await mkdir(folder, { recursive: true })
  const safe = safeFileName(suggestedName)
  const kind = extname(safe)
  const stem = safe.slice(0, safe.length - kind.length)
  return await writeWholeFile(folder, data, async (temporary) => {
    for (let count = 1; ; count += 1) {
      const file = join(folder, count === 1 ? safe : `${stem} (${String(count)})${kind}`)
      if (await takeName(file)) return await moveToTakenName(temporary, file)
    }
  })
}

/**
 * Takes a name with an empty file. Resolves to false if the name is taken. Only the exclusive write decides that, so
 * that two files cannot get the same name.
 */
async function takeName(file: string): Promise<boolean> {
  try {
    await writeFile(file, '', { flag: 'wx', mode: 0o600 })
    return true
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false
    throw error
  }
}

async function moveToTakenName(temporary: string, file: string): Promise<string> {
  try {
    await moveFile(temporary, file)
    return file
  } catch (thrown) {
    await rm(file, { force: true }).catch(() => undefined)
    throw thrown
  }
}

const pacKinds: Readonly<Record<string, string>> = {
  'http:': 'PROXY',
  'https:': 'HTTPS',
  'socks:': 'SOCKS5',
  'socks4:': 'SOCKS',
  'socks5:': 'SOCKS5',
  'socks5h:': 'SOCKS5',
}
const defaultPorts: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/**
 * Resolves the proxy from the environment variables that command-line programs use, and returns it in PAC form.
 * Credentials are left out, because that form has no place for them. A value that cannot be parsed becomes an `UNKNOWN`
 * entry, so that nothing bypasses a proxy silently.
 */
export function resolveProxy(address: string, env: NodeJS.ProcessEnv): string {
  const url = URL.parse(address)
  if (url === null) return 'DIRECT'
  const named = proxyVariable(url.protocol === 'http:' ? 'http:' : 'https:', env)
  if (named === null || bypassesProxy(url.hostname, env['no_proxy'] ?? env['NO_PROXY'] ?? '')) return 'DIRECT'
  const proxy = named.url
  const kind = proxy === null ? undefined : pacKinds[proxy.protocol]
  if (proxy === null || kind === undefined) return 'UNKNOWN'
  return `${kind} ${proxy.hostname}:${proxy.port === '' ? (defaultPorts[proxy.protocol] ?? '1080') : proxy.port}`
}

function bypassesProxy(host: string, list: string): boolean {
  if (isLoopbackHost(host)) return true
  return list
    .split(',')
    .map((entry) => entry.trim().replace(/^\*?\./, ''))
    .some((entry) => entry !== '' && (entry === '*' || host === entry || host.endsWith(`.${entry}`)))
}
