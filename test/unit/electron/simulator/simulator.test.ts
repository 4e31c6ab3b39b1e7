/** @module-tag long */
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { NextSandboxMail, SandboxMail } from '#shared/model/sandboxMail.ts'
import { SimulatedFault } from '#shared/model/simulator.ts'
import { CustomerUid, Iccid, ItemUid } from '#shared/wire/ids.ts'
import { sandboxMail } from '../../../../electron/app/sandboxMail.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createSmtp } from '../../../../electron/documents/smtp.ts'
import { classify } from '../../../../electron/operations/send/classify.ts'
import { createServiceClient } from '../../../../electron/service/index.ts'
import {
  createResellersApp,
  createSimulator,
  setReceivers,
  type Simulator,
} from '../../../../electron/simulator/index.ts'
import type { SimulatorOptions } from '../../../../electron/simulator/simulator.ts'
import { control } from '../../../support/control.ts'
import { startSandboxProcess } from '../../../support/sandbox.ts'
import { silentLog } from '../storage/support.ts'

type Sandbox = Awaited<ReturnType<typeof startSandboxProcess>>

const call = { signal: new AbortController().signal }
let sandbox: Sandbox
let simulator: Simulator
const app = createResellersApp()
let saveFile: SimulatorOptions['saveFile'] = () => Promise.resolve(null)

beforeAll(async () => {
  sandbox = await startSandboxProcess({ customers: 300, seed: 11 })
  simulator = createSimulator({ currentSandbox: () => sandbox.info, app, saveFile: (file) => saveFile(file) })
})
afterAll(() => sandbox.stop())

const { act, state } = {
  act: (order: Parameters<Simulator['handlers']['act']>[0]) => simulator.handlers.act(order, call),
  state: (input?: Parameters<Simulator['handlers']['state']>[0]) => simulator.handlers.state(input, call),
}

async function someone(
  situation: 'esimReleased' | 'usable',
): Promise<{ readonly customerUid: CustomerUid; readonly iccid: Iccid }> {
  const { uid, iccid } = await control(sandbox.info).sample(situation)
  return { customerUid: CustomerUid.parse(uid), iccid: Iccid.parse(iccid) }
}

test('an eSIM is installed, disabled and removed beside its customer', async () => {
  const { customerUid, iccid } = await someone('esimReleased')
  const esim = async (what: 'install' | 'disable' | 'uninstall') =>
    (await act({ act: 'device', customerUid, iccid, what })).customer?.esims.find((one) => one.iccid === iccid)
  expect(await esim('install')).toMatchObject({ state: 'INSTALLED', installations: 1 })
  expect(await esim('disable')).toMatchObject({ state: 'DISABLED' })
  expect(await esim('uninstall')).toMatchObject({ state: 'RELEASED' })
})

test('an impossible device action is refused with the message of the sandbox', async () => {
  const { customerUid, iccid } = await someone('esimReleased')
  await expect(act({ act: 'device', customerUid, iccid, what: 'enable' })).rejects.toMatchObject({
    code: 'sandbox_refused',
    details: { reason: "An eSIM that is not installed can't be enabled." },
  })
})

test('a customer uses data and enters a country', async () => {
  const { customerUid } = await someone('usable')
  const used = async (): Promise<number> =>
    (await control(sandbox.info).customer(customerUid)).items.reduce((sum, { usedBytes }) => sum + usedBytes, 0)
  const before = await used()
  await act({ act: 'use', customerUid, megabytes: 1 })
  expect(await used()).toBe(before + 1024 * 1024)
  expect((await act({ act: 'enter', customerUid, country: 'JP' })).customer?.country).toBe('JP')
  expect((await control(sandbox.info).customer(customerUid)).country).toBe('JP')
})

describe('simulated faults', () => {
  test.each(SimulatedFault.options)('%s is set, shown under the same name and cleared', async (fault) => {
    const { faults } = await act({ act: 'fault', fault, place: 'refund', times: 1 })
    expect(faults).toEqual([{ fault, place: 'refund', left: 1 }])
    expect((await act({ act: 'clearFaults' })).faults).toEqual([])
  })

  test('a permanent fault for every endpoint is shown as such', async () => {
    expect((await act({ act: 'fault', fault: 'slow', place: 'everything', times: 'always' })).faults).toEqual([
      { fault: 'slow', place: 'everything', left: 'always' },
    ])
    await act({ act: 'clearFaults' })
  })

  /** Short limits, so that the client soon gives up a request that gets no response. */
  const limits = { connect: 1000, headers: 700, total: 1500 }

  test.each([
    ['answerLost', { class: 'unclear' }, 1],
    ['answerCut', { class: 'unclear' }, 1],
    ['noAnswer', { class: 'unclear' }, 1],
    ['notReached', { class: 'unclear' }, 0],
    ['serverError', { class: 'unclear' }, 0],
    ['proxyPage', { class: 'unclear' }, 0],
    ['refused', { class: 'refused' }, 0],
    ['tooMany', { class: 'refused' }, 0],
    ['tokenRevoked', { resend: 'token' }, 0],
  ] as const)('%s makes a refund and an activation end as %j', async (fault, meaning, executed) => {
    for (const [kind, situation] of [
      ['refund', 'refundable'],
      ['activate', 'activatable'],
    ] as const) {
      const client = createServiceClient({
        address: sandbox.info.baseUrl,
        segment: sandbox.info.segment,
        credentials: () => Promise.resolve(sandbox.info),
        clock: systemClock,
        log: silentLog,
        limits,
      })
      onTestFinished(() => client.close())
      await client.prepareMoney()
      const { itemUid } = await control(sandbox.info).itemSample(situation)
      const before = (await control(sandbox.info).ledger()).length
      await act({ act: 'fault', fault, place: kind, times: 1 })
      const evidence = await client.sendMoney({
        kind,
        itemUid: ItemUid.parse(itemUid),
        intentId: '01JTRAINING000000000000000',
      })
      expect(
        classify({ kind, itemUid: null, customerUid: null, severalRoutes: kind === 'refund' }, evidence),
      ).toMatchObject(meaning)
      expect((await control(sandbox.info).ledger()).length - before).toBe(executed)
      await act({ act: 'clearFaults' })
    }
  })
})

describe('deliveries', () => {
  const signal = call.signal
  async function receiver(): Promise<{ readonly url: string; readonly bodies: unknown[] }> {
    const bodies: unknown[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (part: string) => (text += part))
      request.on('end', () => {
        bodies.push(JSON.parse(text))
        response.end('thank you')
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    const address = server.address()
    return { bodies, url: address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : '' }
  }

  test('go to the receiver of their kind, and are listed with their answer, the newest first', async () => {
    const { url, bodies } = await receiver()
    await setReceivers(sandbox.info, { addresses: { esimStatus: `${url}/in`, lowBalance: url } }, signal)
    await setReceivers(sandbox.info, { addresses: { lowBalance: null } }, signal)
    const { customerUid, iccid } = await someone('esimReleased')
    await act({ act: 'device', customerUid, iccid, what: 'install' })
    const { receivers, deliveries } = await act({ act: 'device', customerUid, iccid, what: 'uninstall' })
    expect(receivers).toEqual(['esimStatus'])
    expect(deliveries.slice(0, 2)).toEqual(
      [2, 1].map(() => ({
        id: expect.any(Number),
        kind: 'esimStatus',
        origin: 'event',
        at: expect.stringMatching(/Z$/),
        url: `${url}/in`,
        about: iccid,
        status: 200,
        problem: null,
        dropped: false,
        answer: 'thank you',
        milliseconds: expect.any(Number),
      })),
    )
    expect(deliveries[0]?.id).toBeGreaterThan(deliveries[1]?.id ?? 0)
    expect(bodies).toHaveLength(2)
    await setReceivers(sandbox.info, { addresses: { esimStatus: null } }, signal)
  })

  test('are repeated and forged', async () => {
    const { url, bodies } = await receiver()
    await setReceivers(sandbox.info, { addresses: { countryChange: url, lowBalance: url } }, signal)
    const { customerUid } = await someone('usable')
    const country = (await state({ customerUid })).customer?.country === 'FR' ? 'DE' : 'FR'
    const { deliveries } = await act({ act: 'enter', customerUid, country })
    const repeated = await act({ act: 'repeatDelivery', id: deliveries[0]?.id ?? 0, customerUid })
    expect(repeated.customer?.uid).toBe(customerUid)
    expect(repeated.deliveries[0]).toMatchObject({ kind: 'countryChange', origin: 'repeat', status: 200 })
    expect(bodies[1]).toEqual(bodies[0])
    const forged = await act({ act: 'forgeDelivery', kind: 'lowBalance', customerUid })
    expect(forged.deliveries[0]).toMatchObject({ kind: 'lowBalance', origin: 'forged' })
    await setReceivers(sandbox.info, { addresses: { countryChange: null, lowBalance: null } }, signal)
    await expect(act({ act: 'forgeDelivery', kind: 'lowBalance', customerUid })).rejects.toMatchObject({
      code: 'sandbox_refused',
    })
  })

  test('ask the reseller’s app before a new user of it installs, and report the new customer', async () => {
    const asked: { readonly kind: string; readonly userToken: string }[] = []
    const server = createServer((request, response) => {
      let text = ''
      request.setEncoding('utf8').on('data', (part: string) => (text += part))
      request.on('end', () => {
        const { userToken } = JSON.parse(text) as { readonly userToken: string }
        const kind = request.url?.slice(1) ?? ''
        asked.push({ kind, userToken })
        response.end(
          JSON.stringify(
            kind === 'activationRequest'
              ? { returnCode: app.approves(userToken) === true ? 'SUCCESS' : 'FAIL', returnMessage: null }
              : { email: app.emailOf(userToken) },
          ),
        )
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    const address = server.address()
    const url = address !== null && typeof address === 'object' ? `http://127.0.0.1:${address.port}` : ''
    const kinds = ['activationRequest', 'customerRegistration'] as const
    const addresses = Object.fromEntries(kinds.map((kind) => [kind, `${url}/${kind}`]))
    await setReceivers(sandbox.info, { addresses }, signal)
    const { customerUid } = await someone('usable')
    const customers = async (): Promise<number> => (await control(sandbox.info).state()).counts.customers
    const before = await customers()
    await act({ act: 'app', customerUid, approves: false })
    expect([asked.map(({ kind }) => kind), (await customers()) - before]).toEqual([['activationRequest'], 0])
    const { deliveries } = await act({ act: 'app', customerUid, approves: true })
    expect([asked.slice(1).map(({ kind }) => kind), (await customers()) - before]).toEqual([kinds, 1])
    expect(deliveries.slice(0, 2).map(({ kind }) => kind)).toEqual(kinds.toReversed())
    expect(new Set(asked.slice(1).map(({ userToken }) => app.emailOf(userToken))).size).toBe(1)
    await setReceivers(sandbox.info, { addresses: { activationRequest: null, customerRegistration: null } }, signal)
    await expect(act({ act: 'app', customerUid, approves: true })).rejects.toMatchObject({ code: 'sandbox_refused' })
  })

  test('are disturbed and deliver normally again', async () => {
    const none = { delayMs: 0, dropped: 0, duplicated: 0, reordered: 0 }
    expect((await act({ act: 'troubles', change: { dropped: 1 } })).troubles).toEqual({ ...none, dropped: 1 })
    expect((await act({ act: 'troubles', change: { delayMs: 5000 } })).troubles).toMatchObject({
      delayMs: 5000,
      dropped: 1,
    })
    expect((await act({ act: 'clearTroubles' })).troubles).toEqual(none)
  })

  test('an unusable address or authority is refused', async () => {
    for (const receivers of [
      { addresses: { esimStatus: 'http://example.com/' } },
      { addresses: {}, certificateAuthority: 'no certificate' },
    ])
      await expect(setReceivers(sandbox.info, receivers, signal)).rejects.toMatchObject({ code: 'sandbox_refused' })
  })
})

describe('mails', () => {
  const { mail, saveMail } = {
    mail: (id: number) => simulator.handlers.mail({ id }, call),
    saveMail: (id: number) => simulator.handlers.saveMail({ id }, call),
  }

  test('that the sandbox has kept are listed, read and saved as they arrived', async () => {
    expect((await state()).mails).toEqual([])
    const access = await sandboxMail({ controlPlane: () => sandbox.info })
    if (access === null) throw new Error('The sandbox has no mail server')
    const { server, secret, ca } = access
    const message = Buffer.from('Subject: Your eSIM\r\n\r\nLPA:1$rsp.example.com$CODE\r\n')
    const envelope = { from: server.from, to: ['ada@example.org'] }
    expect(await createSmtp().send({ server, secret, ca, envelope, message, isOfRun: false })).toEqual({
      state: 'SENT',
      problem: null,
    })
    const [kept] = (await state()).mails
    expect(kept).toMatchObject({ to: ['ada@example.org'], subject: 'Your eSIM' })
    const id = kept?.id ?? 0
    expect(SandboxMail.parse(await mail(id)).text).toContain('LPA:1$rsp.example.com$CODE')

    const saved: { readonly suggestedName: string; readonly data: Uint8Array }[] = []
    saveFile = (file) => (saved.push(file), Promise.resolve('/mail.eml'))
    expect(await saveMail(id)).toEqual({ path: '/mail.eml' })
    expect(saved[0]?.suggestedName).toMatch(/\.eml$/)
    expect(Buffer.from(saved[0]?.data ?? []).toString()).toBe(message.toString())
    saveFile = () => Promise.reject(new Error('disk full: /home/ada'))
    await expect(saveMail(id)).rejects.toMatchObject({ code: 'file_unwritable', details: {} })
    saveFile = () => Promise.resolve(null)
    expect(await saveMail(id)).toEqual({ path: null })
  })

  test('the next one is refused or loses its answer', async () => {
    expect((await state()).nextMail).toBe('kept')
    for (const next of NextSandboxMail.options) expect((await act({ act: 'nextMail', next })).nextMail).toBe(next)
    await act({ act: 'nextMail', next: 'kept' })
  })

  test('that are not kept any more are refused', async () => {
    await expect(mail(999)).rejects.toMatchObject({ code: 'sandbox_refused' })
    await expect(saveMail(999)).rejects.toMatchObject({ code: 'sandbox_refused' })
  })

  test('of another service never go to a sandbox', async () => {
    expect(await sandboxMail({ controlPlane: () => null })).toBeNull()
  })
})

test('an unknown customer is refused', async () => {
  await expect(state({ customerUid: CustomerUid.parse('nobody') })).rejects.toMatchObject({ code: 'sandbox_refused' })
})

test('without a sandbox of this desk every call is refused', async () => {
  const { handlers } = createSimulator({ currentSandbox: () => null, app, saveFile })
  await expect(handlers.state(undefined, call)).rejects.toMatchObject({ code: 'not_sandbox' })
  await expect(handlers.act({ act: 'clearFaults' }, call)).rejects.toMatchObject({ code: 'not_sandbox' })
})

test('a sandbox that has ended is reported as unavailable', async () => {
  const { handlers } = createSimulator({
    currentSandbox: () => ({ controlUrl: 'http://127.0.0.1:9', controlToken: 'x' }),
    app,
    saveFile,
  })
  await expect(handlers.state(undefined, call)).rejects.toMatchObject({ code: 'sandbox_unavailable' })
})

// This test is the last one, because afterwards nothing can be refunded or activated any more.
test('the clock is advanced, and credits are added', async () => {
  const before = await state()
  const { now } = await act({ act: 'advance', hours: 24 * 90 })
  expect(Date.parse(now) - Date.parse(before.now)).toBeGreaterThanOrEqual(90 * 86_400_000)
  const { credits } = await act({ act: 'credits', add: 12.5 })
  expect(Number(credits.amount) - Number(before.credits.amount)).toBeCloseTo(12.5)
})
