/**
 * `node build/package/signUpdate.mjs [FOLDER]`: signs the metadata of updates that electron-builder has written to
 * dist/ or another folder: `latest-linux.yml` gets `latest-linux.yml.sig` beside it, and so on. Both are published
 * together. A program that was packaged with the public key refuses unsigned metadata. The signature is of the file's
 * name, a line feed and its content, so that the metadata of another system or channel can't take its place.
 *
 * ESIM_DESK_UPDATE_PRIVATE_KEY is the Ed25519 key: the text of a PEM file, or its path. It is not stored. If
 * ESIM_DESK_UPDATE_PUBLIC_KEY is set too, the two have to match. `npm run package` does the same at its end if both the
 * key and an address of updates are given.
 */
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { at, main, say, Stop } from '../lib.mjs'
import { PemProblem, readPem } from './pem.mjs'

const privateName = 'ESIM_DESK_UPDATE_PRIVATE_KEY'
const publicName = 'ESIM_DESK_UPDATE_PUBLIC_KEY'
/** Matches the metadata, but not `builder-debug.yml`, which is not published. */
const metadata = /^(?!builder-)[a-z]+(-[a-z0-9]+)*\.yml$/

/**
 * @param since epoch milliseconds; metadata that was written before keeps its signature
 * @returns the paths of the signatures
 */
export function signUpdates(folder, env, since = 0) {
  const key = ed25519Key(privateName, env, createPrivateKey)
  if (key === null)
    throw new Stop(`${privateName} is not set: the text of a PEM file with an Ed25519 key, or its path.`)
  const publicKey = ed25519Key(publicName, env, createPublicKey) ?? createPublicKey(key)
  const names = namesIn(folder, since)
  if (names.length === 0)
    throw new Stop(`There is no metadata of updates in ${folder}: it is written where ESIM_DESK_UPDATE_URL is set.`)
  return names.map((name) => {
    const content = Buffer.concat([Buffer.from(`${name}\n`), readFileSync(join(folder, name))])
    const signature = sign(null, content, key)
    if (!verify(null, content, publicKey, signature))
      throw new Stop(`${privateName} and ${publicName} do not fit each other.`)
    const file = join(folder, `${name}.sig`)
    try {
      writeFileSync(file, `${signature.toString('base64')}\n`)
    } catch (error) {
      rmSync(file, { force: true })
      throw new Stop(`${file} can't be written (${error.code}): check the disk, and run build/package/signUpdate.mjs.`)
    }
    return file
  })
}

function namesIn(folder, since) {
  try {
    const names = readdirSync(folder).filter((name) => metadata.test(name))
    return names.filter((name) => statSync(join(folder, name)).mtimeMs >= since)
  } catch (error) {
    throw new Stop(`The folder ${folder} can't be read (${error.code}).`)
  }
}

/** Returns null if the variable is not set. The key itself is never part of a message. */
function ed25519Key(name, env, read) {
  const text = textOf(name, env)
  if (text === null) return null
  let key
  try {
    key = read(text)
  } catch {
    throw new Stop(`${name} is no key that can be read: the text of a PEM file, or its path.`)
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new Stop(`${name} has to be an Ed25519 key.`)
  return key
}

function textOf(name, env) {
  try {
    return readPem(name, env[name])
  } catch (error) {
    throw error instanceof PemProblem ? new Stop(error.message) : error
  }
}

/**
 * Signs the metadata of a run of packing if an address of updates and a private key are given. Without a key it deletes
 * the signatures of what this metadata has replaced.
 * @param {readonly string[]} args the flags of `npm run package`
 * @param since when the run began, in epoch milliseconds
 */
export function signPackages(args, env, say, since) {
  const isSet = (name) => (env[name] ?? '') !== ''
  if (!isSet('ESIM_DESK_UPDATE_URL') || args.includes('--dir')) return
  const folder = outputOf(args)
  if (!isSet(privateName)) {
    for (const name of namesIn(folder, since)) rmSync(join(folder, `${name}.sig`), { force: true })
    const means = isSet(publicName)
      ? 'A program with the public key refuses them.'
      : `The program was packaged without ${publicName}, so the certificate of its publisher alone verifies them.`
    say(`The updates are NOT SIGNED: ${privateName} is not set. ${means}`)
    return
  }
  for (const file of signUpdates(folder, env, since)) say(`Signed: ${file}`)
}

function outputOf(args) {
  const { values } = parseArgs({ args: [...args], strict: false, options: { output: { type: 'string' } } })
  return resolve(values.output ?? at('dist'))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(() => {
    for (const file of signUpdates(resolve(process.argv[2] ?? at('dist')), process.env)) say(`Signed: ${file}`)
  })
}
