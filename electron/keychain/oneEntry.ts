/**
 * All secrets of a profile folder in one entry of the keychain, for a system that asks a person about each entry that a
 * program reads. Writing and removing entries asks nobody.
 *
 * Each secret keeps an entry of its own beside it until another version of the desk has read the one entry. An earlier
 * version that knows nothing of the one entry finds it there, and so does this one if a desk on a copy of the folder
 * has overwritten the one entry. Those entries are read only for a secret that the one entry does not have.
 */
import { z } from 'zod'
import { DeskError } from '#shared/errors.ts'
import type { Entries } from './types.ts'

const account = 'secrets'

const Content = z.strictObject({
  secrets: z.record(z.string(), z.string()),
  /** The version of the desk that has written it. */
  version: z.string(),
})
type Content = z.infer<typeof Content>
type Secrets = Content['secrets']

export function createOneEntry(entries: Entries, version: string): Entries {
  /** It is read once, because each reading may ask a person. */
  let known: Promise<Secrets> | null = null
  let lastTurn: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = lastTurn.then(work)
    lastTurn = result.catch(() => undefined)
    return result
  }

  const read = async (): Promise<Content> => parse(await entries.get(account)) ?? { secrets: {}, version }
  const readFirst = async (): Promise<Secrets> => {
    const { secrets, version: writtenBy } = await read()
    // What can't be removed now is removed by the next start.
    if (writtenBy !== version) inTurn(removeBeside).catch(() => undefined)
    return secrets
  }
  /**
   * The version shows that it is done. The one entry is not read again, because the system may ask a person about it.
   */
  const removeBeside = async (): Promise<void> => {
    const secrets = await load()
    for (const name of Object.keys(secrets)) await entries.remove(name)
    await entries.set(account, JSON.stringify({ secrets, version }))
  }
  const load = (): Promise<Secrets> => {
    if (known !== null) return known
    const reading = readFirst()
    reading.catch(() => {
      if (known === reading) known = null
    })
    known = reading
    return reading
  }
  /** Starts from what the keychain has, because a desk on a copy of the folder may have written it. */
  const change = async (edit: (secrets: Secrets) => Secrets): Promise<void> => {
    try {
      const secrets = edit((await read()).secrets)
      const text = JSON.stringify({ secrets, version })
      await entries.set(account, text)
      if ((await entries.get(account)) !== text) throw new Error('The keychain does not return what was stored')
      known = Promise.resolve(secrets)
    } catch (error) {
      known = null
      throw error
    }
  }

  return {
    async get(name) {
      const found = (await load())[name]
      if (found !== undefined) return found
      const beside = await entries.get(name)
      // The secret is found even if it can't be added now.
      if (beside !== null)
        await inTurn(() => change((secrets) => ({ [name]: beside, ...secrets }))).catch(() => undefined)
      return beside
    },
    set: (name, secret) =>
      inTurn(async () => {
        await change((secrets) => ({ ...secrets, [name]: secret }))
        await entries.set(name, secret)
      }),
    remove: (name) =>
      inTurn(async () => {
        const secrets = await load()
        await entries.remove(name)
        if (secrets[name] !== undefined) await change((present) => without(present, name))
      }),
  }
}

const without = (secrets: Secrets, name: string): Secrets =>
  Object.fromEntries(Object.entries(secrets).filter(([other]) => other !== name))

function parse(text: string | null): Content | null {
  if (text === null) return null
  try {
    return Content.parse(JSON.parse(text))
  } catch {
    // The cause is left out, because it may quote the text.
    throw new DeskError('keychain_damaged', "The desk's entry in the keychain can't be read")
  }
}
