/** The handlers of the bridge for connections. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import type { ConnectionTrial } from '#shared/contract.ts'
import type { Call, HandlersOf } from '../bridge/index.ts'
import { readCaFile } from './caFile.ts'
import { changeOf, clientOf, isSameEndpoint, proxyCredentialsOf, writeChange } from './change.ts'
import { anyOf, approve, nowInstant, profileOf, type ConnectionsContext } from './context.ts'
import { openStored, reopen } from './openConnection.ts'
import { openSandbox, sandboxId } from './openSandbox.ts'
import { defaultLocalList, type StoredProfile } from './profileStore.ts'
import { endpointOf, type Trial } from './tryOut.ts'

type Handlers = HandlersOf<'connections'>
type Handler<Name extends keyof Handlers> = (
  context: ConnectionsContext,
  input: Parameters<Handlers[Name]>[0],
  call: Call,
) => ReturnType<Handlers[Name]>

const list: Handler<'list'> = async (context) => {
  const { store, emit } = context
  const movedTo = await store.takeMovedTo()
  if (movedTo !== null)
    emit('notice', { code: 'profiles_moved_aside', level: 'warning', details: { file: basename(movedTo) } })
  return Promise.all((await store.all()).map((stored) => profileOf(context, stored)))
}

const add: Handler<'add'> = async (context, input) => {
  const { store, secrets, runExclusively } = context
  await approve(context, { ...endpointOf(input), linkHost: input.linkHost })
  return await runExclusively(async () => {
    const endpoint = {
      ...endpointOf(input),
      id: randomUUID(),
      name: input.name,
      linkHost: input.linkHost ?? null,
      createdAt: nowInstant(context),
      lastOpenedAt: null,
      workedAt: null,
      dialect: null,
      relay: null,
      localList: defaultLocalList,
    }
    await readCaFile(endpoint.caFile)
    const proxy = proxyCredentialsOf(endpoint.proxy, input, null)
    const stored: StoredProfile = {
      ...endpoint,
      secret: await secrets.set(endpoint, { clientId: input.clientId, clientSecret: input.clientSecret, proxy }),
    }
    await store.put(stored).catch(async (error: unknown) => {
      await secrets.remove(stored)
      throw error
    })
    return profileOf(context, stored)
  })
}

const update: Handler<'update'> = async (context, wanted, { signal }) => {
  const { store, secrets, active, runExclusively } = context
  const { id } = wanted
  await approve(context, (await changeOf(await store.get(id), wanted, secrets)).after)
  return await runExclusively(async (turn) => {
    const change = await changeOf(await store.get(id), wanted, secrets)
    await approve(context, change.after)
    await readCaFile(change.after.caFile)
    const reopens = active.holds(id) && change.needsNewClient
    if (reopens) await active.close()
    try {
      await writeChange(change, store, secrets)
    } finally {
      if (reopens) await reopen(context, id, anyOf(context, turn, signal))
    }
    const after = await profileOf(context, await store.get(id))
    if (!change.needsNewClient && active.holds(id)) {
      active.session()?.rename(after)
      await active.notify()
    }
    return after
  })
}

async function trialOf(
  { store, secrets }: ConnectionsContext,
  input: ConnectionTrial | { readonly id: string },
): Promise<Trial> {
  if ('id' in input) {
    const stored = await store.get(input.id)
    const { proxy, ...credentials } = await secrets.get(stored)
    return { ...stored, credentials, proxyCredentials: proxy }
  }
  const endpoint = endpointOf(input)
  const edited = input.edited === undefined ? null : await store.get(input.edited)
  const isComplete = input.clientSecret !== undefined && (endpoint.proxy === null || input.proxyUser !== undefined)
  const storedSecrets =
    edited !== null && !isComplete && isSameEndpoint(edited, endpoint) ? await secrets.find(edited) : null
  return {
    ...endpoint,
    credentials: clientOf(input, storedSecrets),
    proxyCredentials: proxyCredentialsOf(endpoint.proxy, input, storedSecrets),
  }
}

const test: Handler<'test'> = async (context, input, { signal }) => {
  const { keychain, tryOut, active } = context
  const trial = await trialOf(context, input)
  // A stored connection may have been changed meanwhile, so the approval covers exactly the settings that are tried
  // out.
  await approve(context, { ...trial, ...('id' in input ? {} : { linkHost: input.linkHost }) })
  const outcome = await tryOut(trial, signal)
  const session = active.session()
  if (session !== null && isSameEndpoint(session.open.profile, trial)) session.tryAgain()
  return { ...outcome, keychain: await keychain.state() }
}

const open: Handler<'open'> = (context, { id }, { signal }) =>
  context.runExclusively((turn) =>
    id === sandboxId
      ? openSandbox(context, undefined, anyOf(context, turn, signal))
      : openStored(context, id, anyOf(context, turn, signal)),
  )

const close: Handler<'close'> = ({ runExclusively, store, active }) =>
  runExclusively(async () => {
    await store.setOpen(null)
    await active.close()
    return null
  })

const remove: Handler<'remove'> = ({ runExclusively, store, secrets, relayKeys, active, deleteFiles }, { id }) =>
  runExclusively(async () => {
    const stored = await store.get(id)
    await secrets.remove(stored)
    await relayKeys.remove(id, stored.relay)
    if (active.holds(id)) await active.close()
    await deleteFiles(id)
    await store.remove(id)
    return null
  })

const current: Handler<'current'> = async ({ active }, input, { signal }) => {
  const session = active.session()
  if (session === null) return null
  const service =
    input?.service === undefined
      ? {}
      : { service: await session.open.client.capabilities({ signal, refresh: input.service === 'again' }) }
  return { ...(await active.describe(session)), ...service }
}

const startSandbox: Handler<'startSandbox'> = (context, input, { signal }) =>
  context.runExclusively((turn) => openSandbox(context, input?.customers, anyOf(context, turn, signal)))

export const createHandlers = (context: ConnectionsContext): Handlers => ({
  list: (input, call) => list(context, input, call),
  add: (input, call) => add(context, input, call),
  update: (input, call) => update(context, input, call),
  test: (input, call) => test(context, input, call),
  open: (input, call) => open(context, input, call),
  close: (input, call) => close(context, input, call),
  remove: (input, call) => remove(context, input, call),
  current: (input, call) => current(context, input, call),
  startSandbox: (input, call) => startSandbox(context, input, call),
})
