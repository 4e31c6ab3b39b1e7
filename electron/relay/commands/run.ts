/** Runs one command of an operator and returns what it prints. */
import type pg from 'pg'
import { AnswerMode } from '#shared/wire/relay.ts'
import { WebhookKind } from '#shared/wire/webhooks.ts'
import type { CommandLine } from '../commandLine.ts'
import { asOwner } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { createSealer, keyOfFolder, readKey } from '../secrets.ts'
import { claimDataFolder, type RelaySettings } from '../settings.ts'
import { addAddress, CommandError, readKind, setAnswer, setEnabled } from './connections.ts'
import { countRows, erase, readUnreadable, renewFeed } from './data.ts'
import { invitationMinutes, invite, listDevices, revoke, type DeviceRow } from './devices.ts'

interface Call {
  readonly client: pg.Client
  readonly settings: RelaySettings
  readonly args: readonly string[]
  readonly connection: string
}

const addressOf = ({ address, host, port }: RelaySettings): string => address ?? `http://${host}:${String(port)}`

async function printAddresses({ client, settings, args: [wanted], connection }: Call): Promise<string> {
  const kinds = wanted === undefined ? WebhookKind.options : [readKind(wanted)]
  const lines: string[] = []
  for (const kind of kinds) {
    const token = await addAddress(client, connection, kind)
    lines.push(`${kind.padEnd(20)} ${addressOf(settings)}/in/${token}`)
  }
  return `These addresses are secrets, and they are not shown again.\n${lines.join('\n')}`
}

async function printAnswer({ client, args, connection }: Call): Promise<string> {
  const [kind = '', wanted = '', url = null] = args
  const mode = AnswerMode.safeParse(wanted)
  if (!mode.success) throw new CommandError(`"${wanted}" is no way to answer: ${AnswerMode.options.join(', ')}.`)
  await setAnswer(client, connection, readKind(kind), mode.data, url)
  return `${kind}: ${mode.data}`
}

async function printSwitch({ client, args: [kind = ''], connection }: Call, enabled: boolean): Promise<string> {
  await setEnabled(client, connection, readKind(kind), enabled)
  return `${kind}: ${enabled ? 'stored' : 'not stored'}`
}

async function printInvitation({ client, settings, args, connection }: Call): Promise<string> {
  const code = await invite(client, connection, args.join(' '))
  return `Address: ${addressOf(settings)}\nCode:    ${code}\nIt works once, within ${String(invitationMinutes)} minutes.`
}

const lineOf = ({ id, name, connection, seen_at, revoked_at }: DeviceRow): string =>
  [id, connection, name, revoked_at === null ? `last seen ${seen_at ?? 'never'}` : `revoked ${revoked_at}`].join('  ')

async function printUnreadable({ client, settings }: Call): Promise<string> {
  claimDataFolder(settings.dataFolder)
  const sealer = createSealer(settings.key === null ? keyOfFolder(settings.dataFolder) : readKey(settings.key))
  const bodies = await readUnreadable(client, sealer)
  if (bodies.length === 0) return 'There are none.'
  return bodies.map(({ at, kind, body }) => `${at} ${kind} ${JSON.stringify(body)}`).join('\n')
}

function run(name: CommandLine['command'], call: Call): Promise<string> {
  const { client, args } = call
  switch (name) {
    case 'addresses':
      return printAddresses(call)
    case 'answer':
      return printAnswer(call)
    case 'off':
      return printSwitch(call, false)
    case 'on':
      return printSwitch(call, true)
    case 'invite':
      return printInvitation(call)
    case 'devices':
      return listDevices(client).then((devices) => devices.map(lineOf).join('\n') || 'There are none.')
    case 'revoke':
      return revoke(client, args.join(' ')).then((devices) => devices.map(lineOf).join('\n'))
    case 'erase':
      return erase(client, args[0] ?? '').then((count) => `${String(count)} events are erased.`)
    case 'unreadable':
      return printUnreadable(call)
    case 'count':
      return countRows(client).then((counts) => JSON.stringify(counts))
    case 'new-feed':
      return renewFeed(client).then((id) => `The feed is ${id} now.`)
    case null:
      throw new CommandError('There is no command.')
  }
}

export async function runCommand(settings: RelaySettings, line: CommandLine): Promise<string> {
  await migrate(settings.databaseUrl)
  const { command, args, connection } = line
  return await asOwner(settings.databaseUrl, (client) => run(command, { client, settings, args, connection }))
}
