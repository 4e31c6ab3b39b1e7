/**
 * The certificate authorities that TLS connections trust: those of Node, those of the system (which include a company's
 * own authority for TLS inspection), and the file of a connection or mail server.
 */
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Worker } from 'node:worker_threads'

/** Reading the system's store takes a tenth of a second and more, so a worker thread does it. */
const readStores = `
const { parentPort } = require('node:worker_threads')
const { getCACertificates } = require('node:tls')
const read = (store) => { try { return getCACertificates(store) } catch { return [] } }
parentPort.postMessage([...new Set([...read('default'), ...read('system')])])
`

let reading: Promise<readonly string[]> | null = null

function readAuthorities(): Promise<readonly string[]> {
  return (reading ??= new Promise((resolve) => {
    // If no worker can run, Node's own authorities are better than none.
    const fallBack = (): void => resolve(getCACertificates('default'))
    const worker = new Worker(readStores, { eval: true })
    worker.once('message', (list: readonly string[]) => (list.length === 0 ? fallBack() : resolve(list)))
    worker.once('error', fallBack)
    worker.once('exit', fallBack)
    worker.unref()
  }))
}

/** Caches a context for each file of authorities, because creating one parses every certificate. */
const contexts = new Map<string, SecureContext>()
const maxContexts = 4

/**
 * Returns the context for all TLS connections.
 * @param ca PEM of additional authorities; text without any adds none
 */
export async function trustedContext(ca: string | undefined): Promise<SecureContext> {
  const key = ca ?? ''
  const known = contexts.get(key)
  if (known !== undefined) return known
  const authorities = await readAuthorities()
  const context = createSecureContext({
    minVersion: 'TLSv1.2',
    ca: ca === undefined ? [...authorities] : [...authorities, ca],
  })
  const [oldest] = contexts.keys()
  if (contexts.size >= maxContexts && oldest !== undefined) contexts.delete(oldest)
  contexts.set(key, context)
  return context
}
