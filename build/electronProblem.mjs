/** Explains in one sentence why Electron could not be downloaded and what a person can do about it. Pure. */

const megabytes = (bytes) => Math.round(bytes / 1e6)

const refusedWrite = new Set(['EACCES', 'EPERM', 'EROFS'])
/** Before the server was reached these mean that there is no way to it. */
const noConnection = new Set(['ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])
const untrusted = /CERT|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO/

/**
 * @typedef {object} Failure
 * @property {'download' | 'unpack'} stage
 * @property {readonly string[]} codes of the error and its causes
 * @property {readonly string[]} messages of the error and its causes
 * @property {boolean} isNetwork whether connecting failed, which on Windows can be EACCES too
 * @property {number | null} status of an HTTP response
 * @property {boolean} reached whether the server was reached
 * @property {number} received bytes
 * @property {number | null} total bytes
 * @property {number | null} silentSeconds how long nothing came, where that ended the attempt
 */

/**
 * `offline` is the one kind that is remembered: it takes time at every start and is soon the same again.
 * @param {Failure} failure
 * @returns {{ kind: string, text: string }}
 */
export function explainFailure(failure, { version, folder }) {
  const kind = kindOf(failure)
  return { kind, text: texts[kind](failure, { version, folder }) }
}

function kindOf({ stage, codes, messages, isNetwork, status, reached, received, silentSeconds }) {
  const text = messages.join('\n')
  if (codes.some((code) => code === 'ENOSPC' || code === 'EDQUOT') || /no space left/i.test(text)) return 'full'
  if (isNetwork) return 'offline'
  if (codes.some((code) => refusedWrite.has(code)) || /permission denied|read-only file/i.test(text)) return 'readOnly'
  if (status === 407 || /Proxy response \(407\)/.test(text)) return 'proxyCredentials'
  if (/Proxy response \(\d+\)/.test(text)) return 'proxyRefused'
  if (/checksum/i.test(text)) return 'checksum'
  if (stage === 'unpack') return 'unpack'
  if (silentSeconds !== null) return reached ? 'stalled' : 'offline'
  if (status !== null) return 'refused'
  if (codes.some((code) => untrusted.test(code))) return 'untrusted'
  if (received > 0) return 'cut'
  return codes.some((code) => noConnection.has(code)) && !reached ? 'offline' : 'other'
}

const again = '"npm run electron" tries again'
const mirror = 'ELECTRON_MIRROR=<address that ends with a slash> names another server'
const againOrMirror = `${again}, and ${mirror}`

const texts = {
  offline: ({ messages, silentSeconds }) => {
    const why = silentSeconds === null ? detail(messages) : `no connection within ${silentSeconds} seconds`
    return `there is no network to download it (${why}); ${againOrMirror}`
  },
  stalled: ({ received, silentSeconds }) =>
    `the download stood still for ${silentSeconds} seconds after ${megabytes(received)} MB; ${againOrMirror}`,
  cut: ({ received, total }) =>
    `the download broke off after ${megabytes(received)} ${total ? `of ${megabytes(total)} ` : ''}MB; ${againOrMirror}`,
  proxyCredentials: () =>
    'the proxy wants a user name and a password (407): set HTTPS_PROXY=http://user:password@host:port and run ' +
    '"npm run electron"',
  proxyRefused: ({ messages }) => `the proxy refused the connection (${detail(messages)}); ${mirror}`,
  refused: ({ status }) => `the server answered with ${status}; ${mirror}`,
  untrusted: ({ messages }) =>
    `the server's certificate is not trusted (${detail(messages)}): NODE_EXTRA_CA_CERTS=<file> names the authority ` +
    `of your network, and ${mirror}`,
  checksum: (_failure, { version }) =>
    `what came is not Electron ${version} (its checksum differs) and was deleted; ${againOrMirror}`,
  full: () => 'the disk is full: make room for 500 MB and run "npm run electron"',
  readOnly: ({ messages }, { folder }) =>
    `its files cannot be written (${detail(messages)}): run "npm run electron" as a user who may write to ${folder}`,
  unpack: ({ messages }) => `the download could not be unpacked (${detail(messages)}); ${again}`,
  other: ({ messages }) => `the download failed (${detail(messages)}); ${againOrMirror}`,
}

/** The innermost cause says most. A mirror's or a proxy's address may carry a password, which is left out. */
const detail = (messages) => (messages.at(-1) ?? 'no reason given').replace(/\/\/[^/@\s]*@/g, '//')
