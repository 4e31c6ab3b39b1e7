/** Installation documents of a real sandbox's customers; paper and clipboard are what a host was given. */
import Database from 'better-sqlite3-multiple-ciphers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { contract } from '#shared/contract.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { EventRow } from '#shared/model/customer/events.ts'
import type { PrintJob, WhichEsim } from '#shared/model/esim/installation.ts'
import { WireCustomerEntry } from '#shared/wire/customer.ts'
import { CustomerUid, EsimUid, Iccid } from '#shared/wire/ids.ts'
import type { Call } from '../../../../electron/bridge/index.ts'
import { raceAbort } from '../../../../electron/base/raceAbort.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import type { Host } from '../../../../electron/host/index.ts'
import {
  createDocuments,
  createMailer,
  createMailRun,
  createOutbox,
  type Documents,
  type Outbox,
} from '../../../../electron/documents/index.ts'
import type { MailAccess } from '../../../../electron/settings/index.ts'
import { startSandbox, type Sandbox } from '../../../../electron/sandbox/index.ts'
import { control, type Sample } from '../../../support/control.ts'
import { call, desk, log } from '../connections/support.ts'
import { thrownBy } from '../service/support.ts'
import { approveAll } from '../../../support/approvals.ts'

type Clip = Parameters<Host['writeClipboard']>[0]

let sandbox: Sandbox
let sample: Sample
let outbox: Outbox
let installation: Documents
let clips: Clip[]
let saved: { suggestedName: string; data: Uint8Array }[]
let printed: number
/** The addresses that were opened in another program, and whether that is possible. */
let opened: string[]
let opens: boolean
let works: boolean
/** What was passed to the page that is printed. */
let jobs: PrintJob[]
let progress: unknown[]
/** What the printer does with a job; by default it succeeds. */
let act: (signal: AbortSignal) => Promise<unknown>
/** The signals that rule the dialogs of the system. */
let dialogs: AbortSignal[]
let contact: string
let mail: MailAccess | null
/** Returns the events of an eSIM. */
let inventoryItems: Parameters<typeof createDocuments>[0]['inventoryItems']
let sold: NonNullable<Parameters<typeof createDocuments>[0]['sold']>
let esimEvents: (iccid: Iccid) => Promise<readonly EventRow[]>
let connections: Awaited<ReturnType<typeof desk>>['connections']

beforeAll(async () => {
  sandbox = await startSandbox({ customers: 100, seed: 5 })
  sample = await control(sandbox).sample('esimReleased')
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  clips = []
  saved = []
  opened = []
  opens = true
  printed = 0
  works = true
  jobs = []
  progress = []
  dialogs = []
  act = () => (works ? Promise.resolve() : Promise.reject(new Error('EACCES /home/ada')))
  contact = ''
  mail = null
  esimEvents = () => Promise.resolve([])
  inventoryItems = async () => (await connections.require().client.inventory()).items
  sold = () => null
  connections = (await desk()).connections
  const ifItWorks = <T>(act: () => T): Promise<T> =>
    works ? Promise.resolve(act()) : Promise.reject(new Error('EACCES /home/ada'))
  const journal = new Database(':memory:')
  outbox = createOutbox(journal, new Database(':memory:'), systemClock)
  installation = createDocuments({
    connections,
    approvals: approveAll,
    host: {
      saveFile: ({ suggestedName, data }) => {
        if (!(data instanceof Uint8Array)) throw new Error('A document is saved as a whole')
        return ifItWorks(() => (saved.push({ suggestedName, data }), `/home/ada/${suggestedName}`))
      },
      openAddress: (address) => Promise.resolve((opened.push(address), opens)),
      writeClipboard: (content) => ifItWorks(() => void clips.push(content)),
      clearClipboard: (isOurs) => {
        if (isOurs(clips.at(-1)?.text ?? '')) clips = []
        return Promise.resolve()
      },
    },
    printer: {
      async print(job, { drawing, dialog }) {
        jobs.push(job)
        dialogs.push(dialog)
        await act(drawing)
        printed += 1
      },
      async renderPdf(job, pageSize, signal) {
        jobs.push(job)
        await act(signal)
        return Buffer.from(`%PDF ${pageSize}`)
      },
    },
    documents: () => ({ ...defaultDocuments, brand: { ...defaultDocuments.brand, contact } }),
    outbox,
    mailRun: createMailRun(journal, systemClock),
    esimEvents: (iccid) => esimEvents(iccid),
    inventoryItems: (signal) => inventoryItems(signal),
    countrySetOf: () => null,
    sold: (...esim) => sold(...esim),
    clock: systemClock,
    emit: (event, payload) => {
      if (event === 'file.progress') progress.push(payload)
    },
    mailer: createMailer({
      outbox,
      approvals: approveAll,
      mail: () => Promise.resolve(mail),
      mailOfConnection: () => Promise.resolve(null),
      agent: () => ({ osUser: 'ada', agentName: 'Ada' }),
      onChange: () => undefined,
      clock: systemClock,
      log,
    }),
  })
  await connections.openEphemeral({
    address: sandbox.baseUrl,
    segment: sandbox.segment,
    clientId: sandbox.clientId,
    clientSecret: sandbox.clientSecret,
  })
})

async function which() {
  const customerUid = CustomerUid.parse(sample.uid)
  const entry = await connections.require().client.customer(customerUid)
  const esim = entry.relatedEsims.find(({ iccid }) => iccid === sample.iccid)
  if (esim === undefined) throw new Error('no such eSIM')
  return { which: { customerUid, esimUid: esim.uid }, esim }
}

it('has the countries of the packages, and no less without them', async () => {
  const { which: one } = await which()
  const { countries, ...rest } = await installation.handlers.sheet(one, call)
  expect(countries.length).toBeGreaterThan(0)
  for (const failing of [() => Promise.reject(new Error('500')), () => new Promise<never>(() => undefined)]) {
    inventoryItems = failing
    const { asOf } = rest
    expect({ ...(await installation.handlers.sheet(one, call)), asOf }).toEqual({ ...rest, countries: [] })
  }
})

it('returns whom a run of mails has left, also of those with a question later', async () => {
  const { which: one } = await which()
  const iccid = Iccid.parse('8948010000000000001')
  const other = { customerUid: CustomerUid.parse('c-2'), esimUid: EsimUid.parse('e-2'), iccid }
  expect(await installation.handlers.leftOfRun(undefined, call)).toEqual([])
  await installation.handlers.approveMails({ esims: [{ ...one, iccid }], later: [other] }, call)
  const left = await installation.handlers.leftOfRun(undefined, call)
  expect(contract.installation.leftOfRun.output.parse(left)).toEqual([{ ...one, iccid }, other])
})

it('previews a mail with its note in its language, and without anything that installs the eSIM', async () => {
  const { which: one } = await which()
  const sheet = contract.installation.sheet.output.parse(await installation.handlers.sheet(one, call))
  const preview = await installation.handlers.previewMail({ ...one, language: 'de', note: 'Bis morgen' }, call)
  expect(contract.installation.previewMail.output.parse(preview)).toEqual(preview)
  expect(preview.subject).toContain('eSIM')
  expect(preview.text).toMatch(/^Bis morgen/)
  for (const part of [sheet.iccid.slice(-4), '••••••', ...sheet.packages.flatMap(({ name }) => name ?? [])])
    expect(preview.text).toContain(part)
  const { address = '', matchingId = '', text = '' } = sheet.code ?? {}
  for (const secret of [address, matchingId, text, ...Object.values(sheet.links)].filter(Boolean))
    expect(JSON.stringify(preview)).not.toContain(secret)
})

it('reads the code of one eSIM from the service, as in the contract', async () => {
  const { which: one, esim } = await which()
  const sheet = contract.installation.sheet.output.parse(await installation.handlers.sheet(one, call))
  expect(sheet).toMatchObject({
    iccid: sample.iccid,
    state: 'released',
    code: { text: esim.activationCode },
    links: { apple: esim.appleUniversalLink, page: esim.installationUrl },
  })
})

describe('an eSIM that was just sold', () => {
  const ofSale = 'LPA:1$smdp.example$CODE-OF-THE-SALE'
  /** When it was sold, and until when a read may not show it. */
  let at: number
  let until: number
  beforeEach(async () => {
    at = connections.require().client.now() - 60_000
    until = at + 600_000
    const { which: one, esim } = await which()
    const { customer } = await connections.require().client.customer(one.customerUid)
    const entry = WireCustomerEntry.parse({ customer, relatedEsims: [{ ...esim, activationCode: ofSale }] })
    sold = (uid, esimUid) => (uid === one.customerUid && esimUid === one.esimUid ? { entry, at, until } : null)
  })
  const codeOf = async (): Promise<string | undefined> =>
    (await installation.handlers.sheet((await which()).which, call)).code?.text
  const answer = async (change: (entry: WireCustomerEntry) => object): Promise<void> => {
    const entry = await connections.require().client.customer(CustomerUid.parse(sample.uid))
    onTestFinished(async () => void (await control(sandbox).clearFaults()))
    const body = JSON.stringify(change(entry))
    await control(sandbox).fault('customer', 'status', {
      status: 200,
      contentType: 'application/json',
      body,
      times: 'always',
    })
  }
  const sheetOf = (one: WhichEsim) => installation.handlers.sheet(one, call)

  it('has the code that the service shows', async () => {
    expect(await codeOf()).toBe((await which()).esim.activationCode)
  })

  it('has the code of the sale’s answer where the customer can’t be read', async () => {
    const { which: one } = await which()
    onTestFinished(async () => void (await control(sandbox).clearFaults()))
    for (const endpoint of ['customer', 'search'] as const)
      await control(sandbox).fault(endpoint, 'status', { status: 422, times: 'always' })
    until = at
    expect(await sheetOf(one)).toMatchObject({ code: { text: ofSale }, asOf: new Date(at).toISOString() })
    await installation.handlers.copy({ ...one, what: 'code' }, call)
    expect(clips.at(-1)?.text).toBe(ofSale)
    expect(await thrownBy(sheetOf({ ...one, esimUid: EsimUid.parse('another') }))).toMatchObject({
      code: 'service_refused',
    })
  })

  it.each([
    ['doesn’t list the eSIM yet', (entry: WireCustomerEntry) => ({ ...entry, relatedEsims: [] })],
    [
      'lists it without a code',
      (entry: WireCustomerEntry) => ({
        ...entry,
        relatedEsims: entry.relatedEsims.map((esim) => ({ ...esim, activationCode: null })),
      }),
    ],
  ])('has it where the service %s', async (_name, change) => {
    const { which: one } = await which()
    await answer(change)
    expect(await sheetOf(one)).toMatchObject({ code: { text: ofSale }, iccid: sample.iccid })
  })

  it('is as in the sale’s answer, and as old, while the service need not list it, and then is unknown', async () => {
    const { which: one } = await which()
    await answer((entry) => ({ ...entry, relatedEsims: [] }))
    expect((await sheetOf(one)).asOf).toBe(new Date(at).toISOString())
    until = at
    expect(await thrownBy(sheetOf(one))).toMatchObject({ code: 'not_found' })
  })

  it('has the code of the sale’s answer at any time where the service lists it without one', async () => {
    const { which: one } = await which()
    until = at
    await answer((entry) => ({
      ...entry,
      relatedEsims: entry.relatedEsims.map((esim) => ({ ...esim, activationCode: null })),
    }))
    const sheet = await sheetOf(one)
    expect([sheet.code?.text, Date.parse(sheet.asOf) > at]).toEqual([ofSale, true])
  })
})

it('is read each time and never stored', async () => {
  const { which: one } = await which()
  await installation.handlers.sheet(one, call)
  await connections.handlers.close(undefined, call)
  expect(await thrownBy(installation.handlers.sheet(one, call))).toMatchObject({ code: 'not_connected' })
})

it('knows no eSIM but the customer’s own', async () => {
  const { which: one } = await which()
  expect(
    await thrownBy(installation.handlers.sheet({ ...one, esimUid: EsimUid.parse('another') }, call)),
  ).toMatchObject({ code: 'not_found' })
})

it('puts each thing on the clipboard that can be copied', async () => {
  const { which: one, esim } = await which()
  for (const what of ['apple', 'android', 'page', 'code', 'picture', 'mail', 'matchingId'] as const)
    await installation.handlers.copy({ ...one, what, language: 'de' }, call)
  const [apple, android, page, code, picture, mail, matchingId] = clips
  expect(apple).toEqual({ text: esim.appleUniversalLink })
  expect(android).toEqual({
    text: `https://esimsetup.android.com/esim_qrcode_provisioning?carddata=${esim.activationCode ?? ''}`,
  })
  expect(page).toEqual({ text: esim.installationUrl })
  expect(code).toEqual({ text: esim.activationCode })
  expect(
    Buffer.from(picture?.png ?? [])
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG')
  expect(esim.activationCode?.split('$')[2]).toBe(matchingId?.text)
  expect(mail?.text).toContain('So installieren Sie Ihre eSIM')
  expect(mail?.html).toContain('src="data:image/png;base64,')
})

it('clears the copied text from the clipboard when the desk ends', async () => {
  const { which: one } = await which()
  await installation.handlers.copy({ ...one, what: 'code' }, call)
  expect(clips).toHaveLength(1)
  await installation.close()
  expect(clips).toEqual([])
})

it('prints and saves what it has read itself', async () => {
  const { which: one, esim } = await which()
  expect(await installation.handlers.print({ esims: [one], language: 'de' }, call)).toBeNull()
  expect(printed).toBe(1)
  expect(
    await installation.handlers.savePdf(
      { esims: [one, one], language: 'de', pageSize: 'Letter', name: 'eSIM 8948' },
      call,
    ),
  ).toEqual({ path: '/home/ada/eSIM 8948.pdf' })
  expect(saved.map(({ suggestedName, data }) => [suggestedName, Buffer.from(data).toString()])).toEqual([
    ['eSIM 8948.pdf', '%PDF Letter'],
  ])
  expect(jobs.map(({ sheets, language }) => [sheets.map(({ code }) => code?.text), language])).toEqual([
    [[esim.activationCode], 'de'],
    [[esim.activationCode, esim.activationCode], 'de'],
  ])
})

it('reports how many sheets of a file are read', async () => {
  const { which: one } = await which()
  const esims = Array.from({ length: 6 }, () => one)
  await installation.handlers.savePdf({ esims, language: 'en', pageSize: 'A4', name: 'x' }, call)
  expect(progress).toEqual([
    { done: 4, total: 6 },
    { done: 6, total: 6 },
  ])
})

it('a file that is cancelled while it is created is not saved, and the next one is', async () => {
  const { which: one } = await which()
  const savePdf = () => installation.handlers.savePdf({ esims: [one], language: 'en', pageSize: 'A4', name: 'x' }, call)
  const drawing = drawForever()
  const ending = thrownBy(savePdf())
  const signal = await drawing
  await installation.handlers.cancelFile(undefined, call)
  expect(signal.aborted).toBe(true)
  expect(await ending).toMatchObject({ code: 'aborted' })
  expect(saved).toEqual([])
  act = () => Promise.resolve()
  expect(await savePdf()).toEqual({ path: '/home/ada/x.pdf' })
})

it('an archive that is cancelled is not saved', async () => {
  const { which: one } = await which()
  const { iccid, code } = await installation.handlers.sheet(one, call)
  if (code === null) throw new Error('The sample has no code')
  const entries = Array.from({ length: 20 }, () => ({ iccid, email: null, code }))
  const ending = thrownBy(installation.handlers.bulk({ name: 'x', entries, decimal: 'point' }, call))
  await vi.waitFor(() => expect(progress).not.toEqual([]))
  await installation.handlers.cancelFile(undefined, call)
  expect(await ending).toMatchObject({ code: 'aborted' })
  expect([saved, progress.length < 20]).toEqual([[], true])
})

it('accepts no sheet from the window for printing', () => {
  const { savePdf, print } = contract.installation
  expect(savePdf.input.safeParse({ sheets: [{}], language: 'en', pageSize: 'A4', name: 'x' }).success).toBe(false)
  expect(print.input.safeParse({ sheets: [{}], language: 'en' }).success).toBe(false)
  expect(print.input.safeParse({ esims: [], language: 'en' }).success).toBe(false)
})

it('reports a failure in a message without any of its content', async () => {
  const { which: one } = await which()
  works = false
  const paper = { esims: [one], language: 'en' as const }
  const failures = [
    await thrownBy(installation.handlers.print(paper, call)),
    await thrownBy(installation.handlers.savePdf({ ...paper, pageSize: 'A4', name: 'x' }, call)),
    await thrownBy(installation.handlers.copy({ ...one, what: 'code' }, call)),
  ]
  expect(failures.map((failure) => (failure as { code?: string }).code)).toEqual([
    'print_failed',
    'print_failed',
    'clipboard_failed',
  ]) // as errors of the desk
  expect(JSON.stringify(failures)).not.toMatch(/LPA|EACCES/)
})

describe('a message of another program', () => {
  const share = contract.installation.share.input

  it('is opened with the page of the installation in the language of the customer, and copies nothing', async () => {
    const { which: one, esim } = await which()
    const input = share.parse({ ...one, channel: 'whatsapp', to: '0044 7700-900123', language: 'de' })
    expect(await installation.handlers.share(input, call)).toEqual({ opened: true })
    const { origin, pathname, searchParams } = new URL(opened[0] ?? '')
    expect([opened.length, origin, pathname]).toEqual([1, 'https://wa.me', '/447700900123'])
    expect(searchParams.get('text')).toContain(esim.installationUrl)
    expect(searchParams.get('text')).toContain('Ihre eSIM ist bereit')
    expect(clips).toEqual([])
  })

  it('is on the clipboard where it can not be opened', async () => {
    opens = false
    const { which: one, esim } = await which()
    const input = share.parse({ ...one, channel: 'telegram', language: 'en' })
    expect(await installation.handlers.share(input, call)).toEqual({ opened: false })
    expect(clips.map(({ text }) => text)).toEqual([expect.stringContaining(esim.installationUrl ?? '?')])
    works = false
    const failure = await thrownBy(installation.handlers.share(input, call))
    expect(failure).toMatchObject({ code: 'clipboard_failed' })
    expect(JSON.stringify(failure)).not.toMatch(/LPA|https|EACCES/)
  })

  it.each(['', '0171 1234567', '+49 (0) 171 1234567', '+49 171; rm', '+1', `+${'1'.repeat(40)}`])(
    'goes to no number such as “%s”',
    async (to) => {
      const { which: one } = await which()
      expect(share.safeParse({ ...one, channel: 'sms', to, language: 'en' }).success).toBe(false)
    },
  )
})

it('gives the window the links as QR codes too, and none of them to paper', async () => {
  const { which: one } = await which()
  const { linkQrs } = await installation.handlers.sheet(one, call)
  expect(linkQrs?.page?.size).toBeGreaterThan(20)
  await installation.handlers.print({ esims: [one], language: 'en' }, call)
  expect(jobs[0]?.sheets[0]).not.toHaveProperty('linkQrs')
})

it('mails nothing without a server', async () => {
  const { which: one } = await which()
  const request = contract.installation.email.input.parse({
    ...one,
    to: sample.email ?? 'ada@example.org',
    language: 'en',
    pageSize: 'A4',
    copy: false,
    note: '',
    otherAddress: true,
  })
  expect(await thrownBy(installation.handlers.email(request, call))).toMatchObject({ code: 'mail_not_set_up' })
  expect(await installation.handlers.mails({ customerUid: one.customerUid }, call)).toEqual({ rows: [], total: 0 })
})

const unreachableServer: MailAccess = {
  server: {
    host: 'localhost',
    port: 9,
    security: 'tls',
    user: 'u',
    auth: 'password',
    from: 'desk@example.com',
    caFile: null,
  },
  secret: 's',
}

it('lists of one customer the mails of this service alone, and of all those of earlier sandboxes, too', async () => {
  const { which: one, esim } = await which()
  const begin = (id: string, connection: string) =>
    outbox.begin({
      ...one,
      id,
      connection,
      iccid: esim.iccid,
      about: 'installation',
      country: null,
      own: true,
      language: 'en',
      agent: { osUser: 'ada', agentName: 'Ada' },
      to: 'ada@example.org',
      note: '',
    })
  begin('1', 'sandbox earlier')
  begin('2', 'another client of the service')
  const idsOf = async (filter: Parameters<typeof installation.handlers.mails>[0]) =>
    (await installation.handlers.mails(filter, call)).rows.map(({ id }) => id)
  expect(await idsOf({ customerUid: one.customerUid })).toEqual(['2'])
  expect(await idsOf({ customerUid: one.customerUid, iccid: esim.iccid, lately: true })).toEqual(['2'])
  expect(await idsOf({})).toEqual(['2', '1'])
})

const requestFor = (one: WhichEsim) =>
  contract.installation.email.input.parse({
    ...one,
    to: sample.email ?? 'ada@example.org',
    language: 'fr',
    pageSize: 'A4',
    copy: false,
    note: '',
    otherAddress: true,
  })

it('mails nothing that has used up its installations, if it shall only mail what can be installed', async () => {
  const { which: one, esim } = await which()
  mail = unreachableServer
  const installed: EventRow = {
    id: '1',
    at: '2026-11-21T10:00:00Z',
    kind: 'esimStatus',
    // Nobody has found out yet whose it is.
    customerUid: null,
    iccid: esim.iccid,
    itemUid: null,
    details: { profileState: 'INSTALLED' },
    repeats: 0,
    isRead: true,
    alert: null,
  }
  let times = 5
  esimEvents = (iccid) => Promise.resolve(iccid === esim.iccid ? Array.from({ length: times }, () => installed) : [])
  const request = { ...requestFor(one), onlyIfNeeded: true }
  expect(await thrownBy(installation.handlers.email(request, call))).toMatchObject({
    code: 'esim_not_installable',
    details: { reason: 'usedUp' },
  })
  expect(await installation.handlers.mails({}, call)).toMatchObject({ total: 0 })
  // With one less, or where an agent has decided to, it is mailed.
  expect(await installation.handlers.email(requestFor(one), call)).toMatchObject({ state: 'REJECTED' })
  times = 4
  expect(await installation.handlers.email(request, call)).toMatchObject({ state: 'REJECTED' })
})

it('mails nothing that was installed since the window read it, if it shall only mail what can be installed', async () => {
  const { which: one } = await which()
  mail = unreachableServer
  const { client } = connections.require()
  const entry = await client.customer(one.customerUid)
  vi.spyOn(client, 'customer').mockResolvedValue({
    ...entry,
    relatedEsims: entry.relatedEsims.map((each) => ({ ...each, state: 'INSTALLED' })),
  })
  const request = { ...requestFor(one), onlyIfNeeded: true }
  expect(await thrownBy(installation.handlers.email(request, call))).toMatchObject({
    code: 'esim_not_installable',
    details: { reason: 'installed' },
  })
})

it.each([
  ['the call is cancelled', 'aborted'],
  ['the connection is closed', 'not_connected'],
] as const)('waits no longer for the events of an eSIM once %s, and mails nothing', async (what, code) => {
  const { which: one } = await which()
  mail = unreachableServer
  const { promise: asked, resolve } = Promise.withResolvers<undefined>()
  esimEvents = () => {
    resolve(undefined)
    return new Promise(() => undefined)
  }
  const cancel = new AbortController()
  const request = { ...requestFor(one), onlyIfNeeded: true }
  const ending = thrownBy(installation.handlers.email(request, { signal: cancel.signal }))
  await asked
  if (what === 'the call is cancelled') cancel.abort()
  else await connections.handlers.close(undefined, call)
  expect(await ending).toMatchObject({ code })
  expect(jobs).toEqual([])
  expect(await installation.handlers.mails({}, call)).toMatchObject({ total: 0 })
})

it('mails the sheet of this eSIM alone, as it has read it once', async () => {
  const { which: one, esim } = await which()
  mail = unreachableServer
  const read = vi.spyOn(connections.require().client, 'customer')
  expect(await installation.handlers.email(requestFor(one), call)).toMatchObject({
    state: 'REJECTED',
    problem: 'unreachable',
  })
  expect(read).toHaveBeenCalledTimes(1)
  expect(jobs.map(({ sheets, language }) => [sheets.map(({ code }) => code?.text), language])).toEqual([
    [[esim.activationCode], 'fr'],
  ])
})

/** Resolves with the signal of the page once a job is being drawn, which then never ends by itself. */
function drawForever(): Promise<AbortSignal> {
  const { promise, resolve } = Promise.withResolvers<AbortSignal>()
  act = async (signal) => {
    resolve(signal)
    await raceAbort(new Promise(() => undefined), signal)
  }
  return promise
}

const uses = {
  printing: (one: WhichEsim, call: Call) => installation.handlers.print({ esims: [one], language: 'en' }, call),
  saving: (one: WhichEsim, call: Call) =>
    installation.handlers.savePdf({ esims: [one], language: 'en', pageSize: 'A4', name: 'x' }, call),
  mailing: (one: WhichEsim, call: Call) => installation.handlers.email(requestFor(one), call),
} as const

it.each(['printing', 'saving', 'mailing'] as const)(
  '%s ends the page when the connection is closed, and then nothing was sent or saved',
  async (use) => {
    const { which: one } = await which()
    mail = unreachableServer
    const drawing = drawForever()
    const ending = thrownBy(uses[use](one, call))
    const signal = await drawing
    await connections.handlers.close(undefined, call)
    expect(signal.aborted).toBe(true)
    expect(await ending).toMatchObject({ code: 'not_connected' })
    expect(saved).toEqual([])
    expect(await installation.handlers.mails({}, call)).toMatchObject({ total: 0 })
  },
)

it('an error that is no abort keeps its code although the connection was closed meanwhile', async () => {
  const { which: one } = await which()
  act = async () => {
    await connections.handlers.close(undefined, call)
    throw new Error('the disk is full')
  }
  expect(await thrownBy(uses.saving(one, call))).toMatchObject({ code: 'print_failed' })
})

it('the dialog of the system ends with the connection, and not with the call', async () => {
  const { which: one } = await which()
  const cancel = new AbortController()
  await uses.printing(one, { signal: cancel.signal })
  cancel.abort()
  expect(dialogs.map(({ aborted }) => aborted)).toEqual([false])
  await connections.handlers.close(undefined, call)
  expect(dialogs.map(({ aborted }) => aborted)).toEqual([true])
})

it.each(['printing', 'saving', 'mailing'] as const)('%s ends the page when the call is cancelled', async (use) => {
  const { which: one } = await which()
  mail = unreachableServer
  const drawing = drawForever()
  const cancel = new AbortController()
  const ending = thrownBy(uses[use](one, { signal: cancel.signal }))
  const signal = await drawing
  cancel.abort()
  expect(signal.aborted).toBe(true)
  expect(await ending).toMatchObject({ code: 'aborted' })
  expect(await installation.handlers.mails({}, call)).toMatchObject({ total: 0 })
})

it.each(['../x', '/etc/x', 'a\\b', '', '.x', 'a:b', 'x'.repeat(101)])('a file can’t be called %j', (name) => {
  expect(
    contract.installation.savePdf.input.safeParse({
      esims: [{ customerUid: 'c', esimUid: 'e' }],
      language: 'en',
      pageSize: 'A4',
      name,
    }).success,
  ).toBe(false)
})
