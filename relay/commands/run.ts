/** Runs one command of an operator and returns what it prints. */
import type pg from 'pg'
import { AnswerMode } from '#shared/wire/relay.ts'
import { isAnsweredKind, WebhookKind } from '#shared/wire/webhookKind.ts'
import type { CommandLine } from '../commandLine.ts'
import { checkBodyKey, replaceBodyKey } from '../database/bodyKey.ts'
import { asOwner, settingsChannel } from '../database/database.ts'
import { isMigrated, migrate } from '../database/migrate.ts'
import { findRunningAddress } from '../listening.ts'
import { createSealer, readKey, readOrMakeKey, type Sealer } from '../secrets.ts'
import { claimDataFolder, hasUntrustedProxy, type RelaySettings } from '../settings.ts'
import {
  addAddress,
  CommandError,
  endedByNext,
  listAddresses,
  listKinds,
  readKind,
  setAnswer,
  setEnabled,
  type AddressRow,
  type KindRow,
} from './connections.ts'
import { countRows, erase, readUnreadable, renewFeed, unsearchedSentence } from './data.ts'
import { invitationMinutes, invite, listDevices, revoke, type DeviceRow } from './devices.ts'
import { plural } from './plural.ts'

/** Asks a person to confirm what the text announces. */
type Confirm = (what: string) => Promise<boolean>

interface Call {
  readonly client: pg.Client
  readonly settings: RelaySettings
  readonly args: readonly string[]
  readonly connection: string
  readonly confirm: Confirm
}

/** The address of the relay: as it is set, as a running relay has stored it, or as one would listen. */
async function addressOf({ client, settings }: Call): Promise<{ readonly address: string; readonly note: string }> {
  const address = settings.address ?? (await findRunningAddress(client))
  return address === null
    ? { address: `http://${settings.host}:${String(settings.port)}`, note: 'No relay is running at the moment.\n' }
    : { address, note: '' }
}

const since = ({ created_at, last_received_at }: AddressRow): string =>
  `since ${created_at}, last received ${last_received_at ?? 'never'}`

const secretAddresses = (note: string, lines: readonly string[]): string =>
  `${note}These addresses are secrets, and they are not shown again.\n${lines.join('\n')}`

/** Nothing ends: a kind that has an address keeps it. */
async function printAddresses(call: Call): Promise<string> {
  const { client, args, connection } = call
  const kinds = args[0] === undefined ? WebhookKind.options : [readKind(args[0])]
  const { address, note } = await addressOf(call)
  const there = (await listAddresses(client, connection)).filter(({ kind }) => kinds.includes(kind))
  const made: string[] = []
  for (const kind of kinds.filter((each) => there.every((row) => row.kind !== each)))
    made.push(`${kind.padEnd(20)} ${address}/in/${await addAddress(client, connection, kind)}`)
  const listed = there.map((row) => `${row.kind.padEnd(20)} ${since(row)}`)
  const others = ['There are already, and new-address KIND makes another one:', ...listed].join('\n')
  return [...(made.length > 0 ? [secretAddresses(note, made)] : []), ...(listed.length > 0 ? [others] : [])].join('\n')
}

async function printNewAddress(call: Call): Promise<string> {
  const { client, args, connection, confirm } = call
  const kind = readKind(args[0] ?? '')
  const ending = await endedByNext(client, connection, kind)
  if (ending !== null && !(await confirm(`The address of ${kind} ${since(ending)} ends.`)))
    throw new CommandError(
      `The address of ${kind} ${since(ending)} would end. Nothing was changed: with --yes it does.`,
    )
  const { address, note } = await addressOf(call)
  const line = `${kind.padEnd(20)} ${address}/in/${await addAddress(client, connection, kind)}`
  return secretAddresses(note, ending === null ? [line] : [line, `The one ${since(ending)} has ended.`])
}

async function printAnswer({ client, args, connection }: Call): Promise<string> {
  const [kind, wanted, url = null] = args
  if (kind === undefined || wanted === undefined)
    throw new CommandError('Say which kind and how: answer KIND notOurs, answer KIND pass URL, or answer KIND stop.')
  const mode = AnswerMode.safeParse(wanted)
  if (!mode.success) throw new CommandError(`"${wanted}" is no way to answer: ${AnswerMode.options.join(', ')}.`)
  await setAnswer(client, connection, readKind(kind), mode.data, url)
  return `${kind}: ${mode.data}`
}

async function printSwitch({ client, args: [kind = ''], connection }: Call, enabled: boolean): Promise<string> {
  await setEnabled(client, connection, readKind(kind), enabled)
  return `${kind}: ${enabled ? 'stored' : 'not stored'}`
}

function lineOfKind({ kind, enabled, mode, forward_to, addresses, last_received_at }: KindRow): string {
  const answered = isAnsweredKind(kind) ? [mode === 'pass' ? `pass ${forward_to ?? ''}` : mode] : []
  const state = [enabled ? 'stored' : 'not stored', ...answered, plural(addresses, 'address', 'addresses')]
  return `${kind.padEnd(20)} ${[...state, `last received ${last_received_at ?? 'never'}`].join(', ')}`
}

async function printKinds({ client, connection, settings }: Call): Promise<string> {
  const kinds = await listKinds(client, connection)
  if (kinds.length === 0) throw new CommandError('There is no such connection: make its addresses first.')
  const warning =
    'RELAY_TRUST_PROXY is not set: behind its proxy the relay takes all desks and everybody else for one network address.'
  return [...kinds.map(lineOfKind), ...(hasUntrustedProxy(settings) ? [warning] : [])].join('\n')
}

async function printInvitation(call: Call): Promise<string> {
  const code = await invite(call.client, call.connection, call.args.join(' '))
  const { address, note } = await addressOf(call)
  return `${note}Address: ${address}\nCode:    ${code}\nIt works once, within ${String(invitationMinutes)} minutes.`
}

const revokedNote =
  'These desks get no events any more. They keep their connection to the service: to end that as well, change the ' +
  "client's secret in the reseller portal."

const lineOf = ({ id, name, connection, seen_at, revoked_at }: DeviceRow): string =>
  [id, connection, name, revoked_at === null ? `last seen ${seen_at ?? 'never'}` : `revoked ${revoked_at}`].join('  ')

/** Throws an error for a person if there is no key, or another one than that of the database. */
async function openSealer({ client, settings }: Call): Promise<Sealer> {
  const sealer = createSealer(readKey(settings))
  await checkBodyKey(client, sealer.keyId)
  return sealer
}

const maxPrinted = 1000
const shortened = (text: string): string =>
  text.length > maxPrinted ? `${text.slice(0, maxPrinted)}… (${String(text.length)} characters)` : text

async function printUnreadable(call: Call): Promise<string> {
  const bodies = await readUnreadable(call.client, await openSealer(call))
  if (bodies.length === 0) return 'There are none.'
  const textOf = (body: string | null): string =>
    body === null ? 'encrypted with another key, or damaged' : shortened(JSON.stringify(body))
  return bodies.map(({ at, kind, body }) => `${at} ${kind} ${textOf(body)}`).join('\n')
}

async function printErasure(call: Call): Promise<string> {
  const [customer = ''] = call.args
  const { events, bodies, unsearched } = await erase(call.client, await openSealer(call), customer)
  const unreadable = plural(bodies, 'body that could not be read', 'bodies that could not be read')
  const erased = `Erased: ${plural(events, 'event', 'events')} and ${unreadable}.`
  return unsearched === 0 ? erased : `${erased} ${unsearchedSentence(unsearched)}`
}

async function printNewKey({ client, settings }: Call): Promise<string> {
  if ((await findRunningAddress(client)) !== null)
    throw new CommandError('A relay is running. End all relays on this database first.')
  claimDataFolder(settings.dataFolder)
  const lost = await replaceBodyKey(client, createSealer(readOrMakeKey(settings)).keyId)
  const name = settings.key === null ? `relay.key in ${settings.dataFolder}` : 'RELAY_KEY'
  const unreadable = `${plural(lost.bodies, 'body', 'bodies')} and ${plural(lost.answers, 'answer', 'answers')}`
  return (
    `The key of the database is ${name} now. What stays encrypted with another key: ${unreadable}. Stored events stay. ` +
    'Webhooks that wait in a spool will be in the feed as unreadable, because they are encrypted with the lost key.'
  )
}

function run(name: CommandLine['command'], call: Call): Promise<string> {
  const { client, args } = call
  switch (name) {
    case 'addresses':
      return printAddresses(call)
    case 'new-address':
      return printNewAddress(call)
    case 'answer':
      return printAnswer(call)
    case 'off':
      return printSwitch(call, false)
    case 'on':
      return printSwitch(call, true)
    case 'kinds':
      return printKinds(call)
    case 'invite':
      return printInvitation(call)
    case 'devices':
      return listDevices(client).then((devices) => devices.map(lineOf).join('\n') || 'There are none.')
    case 'revoke':
      return revoke(client, args.join(' ')).then((devices) => [...devices.map(lineOf), revokedNote].join('\n'))
    case 'erase':
      return printErasure(call)
    case 'unreadable':
      return printUnreadable(call)
    case 'count':
      return countRows(client).then((counts) => JSON.stringify(counts))
    case 'new-key':
      return printNewKey(call)
    case 'new-feed':
      return renewFeed(client).then((id) => `The feed is ${id} now.`)
    case 'drill':
    case null:
      throw new CommandError('There is no command.')
  }
}

/** Brings the tables up to date, unless a relay runs on them, which may be of an earlier version. */
async function prepareTables(databaseUrl: string): Promise<void> {
  const pending = await asOwner(databaseUrl, async (client) =>
    (await isMigrated(client)) ? 'none' : await findRunningAddress(client).catch(() => null),
  )
  if (pending === 'none') return
  if (pending !== null)
    throw new CommandError(
      'A relay of an earlier version is running on this database. Run the commands of that version, or replace it first.',
    )
  await migrate(databaseUrl)
}

/** Runs any command but the drill. */
export async function runCommand(
  settings: RelaySettings,
  line: CommandLine,
  ask: Confirm = () => Promise.resolve(false),
): Promise<string> {
  await prepareTables(settings.databaseUrl)
  const { command, args, connection, yes } = line
  const confirm = yes ? () => Promise.resolve(true) : ask
  return await asOwner(settings.databaseUrl, async (client) => {
    const printed = await run(command, { client, settings, args, connection, confirm })
    await client.query(`NOTIFY ${settingsChannel}`)
    return printed
  })
}
