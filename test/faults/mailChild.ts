/**
 * A Node process with the documents of the main process on real files, and with the window's run of mails, for the
 * tests that stop and kill such a run. Only the paper is not drawn. It does what a person presses, which arrives as
 * messages, and reports each end of the run.
 */
import { setImmediate as turn } from 'node:timers/promises'
import { effectScope } from 'vue'
import { contract } from '#shared/contract.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { MailRow } from '#shared/model/mail.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../electron/base/clock.ts'
import type { OpenConnection } from '../../electron/connections/index.ts'
import { createDocuments, createMailer, createMailRun, createOutbox } from '../../electron/documents/index.ts'
import { createServiceClient } from '../../electron/service/index.ts'
import { openStorage } from '../../electron/storage/index.ts'
import { useManyMails, type ManyMailsState } from '../../renderer/features/documents/useManyMails.ts'
import { approveAll } from '../support/approvals.ts'
import { authority } from '../support/certificates.ts'
import { call, noKeychain } from './desk.ts'

export interface MailChildInput {
  readonly folder: string
  readonly service: { readonly baseUrl: string; readonly segment: string }
  readonly mailPort: number
  /** The list that the run begins with. Without one, the run is that which the last process has left. */
  readonly customers?: readonly string[]
  readonly pdfBytes: number
}

/** What a person presses: Stop while mails are sent, and at the end the button that sends the rest, or Close. */
export type Press = 'stop' | 'rest' | 'close'

export interface RunEnd {
  readonly state: ManyMailsState['name']
  readonly sent: number
  /** The customers that the button for the rest is about. */
  readonly rest: readonly string[]
  /** How many the process found that the one before has left. */
  readonly found: number
}

const input = JSON.parse(process.argv[2] ?? '') as MailChildInput // written by the test that started this process
const log = { error: noop, warn: noop, info: noop, debug: noop, hide: () => noop }
function noop(): void {
  // The log is of no interest.
}

const clock = systemClock
const storage = await openStorage({ folder: input.folder, keychain: noKeychain, clock, log })
const client = createServiceClient({
  address: input.service.baseUrl,
  segment: input.service.segment,
  credentials: () => Promise.resolve({ clientId: 'client', clientSecret: 'a-secret' }),
  clock,
  log,
})
const open: OpenConnection = {
  profile: {
    id: 'c1',
    name: 'Test service',
    kind: 'service',
    address: input.service.baseUrl,
    segment: input.service.segment,
    caFile: null,
    proxy: null,
    linkHost: null,
    secret: 'session',
    createdAt: '2026-01-01T00:00:00.000Z',
    lastOpenedAt: null,
  },
  identity: 'identity-1',
  client,
  signal: new AbortController().signal,
}
const outbox = createOutbox(storage.journal, storage.work, clock)
outbox.recover()
const from = 'desk@example.com'
const documents = createDocuments({
  connections: { current: () => open, require: () => open },
  approvals: { ...approveAll, mails: () => Promise.resolve(true) },
  host: {
    saveFile: () => Promise.resolve(null),
    writeClipboard: () => Promise.resolve(),
    clearClipboard: () => Promise.resolve(),
    openAddress: () => Promise.resolve(false),
  },
  printer: { print: () => Promise.resolve(), renderPdf: () => Promise.resolve(Buffer.alloc(input.pdfBytes, '%PDF')) },
  documents: () => defaultDocuments,
  emit: () => undefined,
  outbox,
  mailRun: createMailRun(storage.journal, clock),
  mailer: createMailer({
    outbox,
    approvals: approveAll,
    mail: () =>
      Promise.resolve({
        server: {
          host: 'localhost',
          port: input.mailPort,
          security: 'tls',
          user: from,
          auth: 'password',
          from,
          caFile: null,
        },
        secret: 'correct horse',
        ca: authority,
      }),
    mailOfConnection: () => Promise.resolve(null),
    agent: () => ({ osUser: 'ada', agentName: 'Ada' }),
    onChange: noop,
    clock,
    log,
  }),
  esimEvents: () => Promise.resolve([]),
  inventoryItems: () => Promise.resolve([]),
  countrySetOf: () => null,
  clock,
})
const { handlers } = documents

async function known(uid: string) {
  const { customer, relatedEsims } = await client.customer(CustomerUid.parse(uid))
  return relatedEsims.map((esim) => ({
    customerUid: customer.uid,
    esimUid: esim.uid,
    iccid: esim.iccid,
    customerEmail: customer.email ?? null,
    language: 'en' as const,
    state: 'released' as const,
    active: true,
    nothingToUse: false,
  }))
}

const scope = effectScope()
const mails = scope.run(() =>
  useManyMails({
    email: (mail) => handlers.email(mail, call),
    approve: (run) => handlers.approveMails(contract.installation.approveMails.input.parse(run), call),
    esimEvents: () => Promise.resolve([]),
    mails: (filter) => handlers.mails(contract.installation.mails.input.parse(filter), call),
    pageSize: () => 'A4',
  }),
)
if (mails === undefined) throw new Error('The scope is over')
const left = await handlers.leftOfRun(undefined, call)
const list = input.customers ?? left.map(({ customerUid }) => customerUid)

const isSent = ({ state }: MailRow): boolean => state === 'SENT'
async function run(offer: () => Promise<void>): Promise<void> {
  await offer()
  await mails?.send()
  const state = mails?.state.value
  const end: RunEnd = {
    state: state?.name ?? 'idle',
    sent: mails?.outcomes.value.filter(isSent).length ?? 0,
    rest: state?.name === 'ended' ? state.rest.map(({ customerUid }) => customerUid) : [],
    found: left.length,
  }
  process.send?.(end)
}

process.on('message', (press: Press) => {
  if (press === 'stop') mails.stop()
  else if (press === 'rest') void run(mails.offerRest)
  else
    void (async () => {
      scope.stop()
      await documents.close()
      await client.close()
      storage.close()
      await turn()
      process.disconnect()
    })()
})
const esims = (await Promise.all(list.map((uid) => known(uid)))).flat()
await run(() => mails.offer(esims))
