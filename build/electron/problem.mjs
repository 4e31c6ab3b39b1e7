/**
 * Explains in one sentence why Electron could not be downloaded and what a person can do about it. All functions are
 * pure.
 */

const megabytes = (bytes) => Math.round(bytes / 1e6)

const refusedWrite = new Set(['EACCES', 'EPERM', 'EROFS'])
/** Before the server was reached, these codes mean that the network is unavailable. */
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

const retryHint = '"npm run electron" tries again'
const mirrorHint = 'ELECTRON_MIRROR=<address that ends with a slash> names another server'
const retryOrMirrorHint = `${retryHint}, and ${mirrorHint}`

const texts = {
  offline: ({ messages, silentSeconds }) => {
    const why = silentSeconds === null ? detail(messages) : `no connection within ${silentSeconds} seconds`
    return `there is no network to download it (${why}); ${retryOrMirrorHint}`
  },
  stalled: ({ received, silentSeconds }) =>
    `the download stood still for ${silentSeconds} seconds after ${megabytes(received)} MB; ${retryOrMirrorHint}`,
  cut: ({ received, total }) =>
    `the download broke off after ${megabytes(received)} ${total ? `of ${megabytes(total)} ` : ''}MB; ${retryOrMirrorHint}`,
  proxyCredentials: () =>
    'the proxy needs a user name and a password (407): set HTTPS_PROXY=http://user:password@host:port and run ' +
    '"npm run electron"',
  proxyRefused: ({ messages }) => `the proxy refused the connection (${detail(messages)}); ${mirrorHint}`,
  refused: ({ status }) => `the server answered with ${status}; ${mirrorHint}`,
  untrusted: ({ messages }) =>
    `the server's certificate is not trusted (${detail(messages)}): NODE_EXTRA_CA_CERTS=<file> names the authority ` +
    `of your network, and ${mirrorHint}`,
  checksum: (_failure, { version }) =>
    `what came is not Electron ${version} (its checksum differs) and was deleted; ${retryOrMirrorHint}`,
  full: () => 'the disk is full: make room for 500 MB and run "npm run electron"',
  readOnly: ({ messages }, { folder }) =>
    `its files cannot be written (${detail(messages)}): run "npm run electron" as a user who may write to ${folder}`,
  unpack: ({ messages }) => `the download could not be unpacked (${detail(messages)}); ${retryHint}`,
  other: ({ messages }) => `the download failed (${detail(messages)}); ${retryOrMirrorHint}`,
}

/**
 * Returns the message of the innermost cause, which is the most specific, without the user and password in the address
 * of a mirror or proxy.
 */
const detail = (messages) => (messages.at(-1) ?? 'no reason given').replace(/\/\/[^/@\s]*@/g, '//')
