/**
 * The desk's own Electron entry, host and preload script, run on the stand-in for Electron: the order of the desk's
 * calls from the first start to the last window. How Electron itself behaves can only be tested on a real machine.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import type { RunningDesk } from '../support/desk.ts'
import { ask, press, text } from '../support/packagedProgram.ts'
import { pdfText } from '../support/pdf.ts'
import { startTlsServer, serviceAddress, serviceAuthority, serviceHost, startProxy } from '../support/proxy.ts'
import { answerQuestion } from '../support/questions.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { host, start } from './electronStandIn.ts'
import { choose, connectedDesk, openCustomer, searchField } from './journey.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const sandbox = ['--sandbox', '--sandbox-customers=20']

describe('the start', () => {
  test.each([0, 400])(
    'on a new profile folder opens the desk, and so does the next start, with ready after %i ms',
    async (readyAfterMs) => {
      const userData = await temporaryFolder()
      for (let starts = 0; starts < 2; starts += 1) {
        const desk = await start({ userData, standIn: { readyAfterMs }, args: sandbox })
        await searchField(desk.page).waitFor()
        expect(await desk.sandboxPids()).toHaveLength(1)
        await desk.standIn.command({ do: 'quit' })
        expect(await desk.ended()).toBe(0)
      }
      expect(existsSync(join(userData, 'electron'))).toBe(true)
    },
  )

  test('opens a profile folder of the Chromium host unchanged, and the other way round', async () => {
    const userData = await temporaryFolder()
    for (const each of ['chromium', host, 'chromium'] as const) {
      const desk = await start({ userData, host: each })
      await desk.page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
      const answer = await desk.page.evaluate(
        `window.desk.settings.set({ theme: '${each === host ? 'dark' : 'light'}' })`,
      )
      expect(answer).toMatchObject({ ok: true })
      await desk.close()
    }
    expect(JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8'))).toMatchObject({ theme: 'light' })
  })

  test('by the entry file, and with a switch of Chromium before the program, reads the same flags', async () => {
    const desk = await start({ standIn: { target: 'out/main/main.js', switches: ['--lang=de'] }, args: sandbox })
    await searchField(desk.page).waitFor()
  })

  test('of the packaged program accepts flags from the first argument on, and switches that systems add', async () => {
    const desk = await start({
      standIn: { packaged: true },
      unattached: true,
      args: ['-Embedding', '--ozone-platform-hint=auto', '--updated', ...sandbox],
    })
    await expect.poll(() => desk.sandboxPids()).toHaveLength(1)
    await desk.standIn.command({ do: 'quit' })
    expect(await desk.ended()).toBe(0)
  })

  test('of the packaged program reports wrong flags in a message box and once in the terminal', async () => {
    for (const [flag, sentence] of [
      ['--remote-debugging-port=9222', 'remote-debugging-port'],
      ['--debug-port=9222', 'no --debug-port'],
      ['--no-sandbox', 'no-sandbox'],
    ] as const) {
      const desk = await start({ standIn: { packaged: true }, expectExit: true, args: [flag] })
      expect(desk.exitCode).toBe(2)
      expect(desk.standIn.reports('dialog.showErrorBox')).toEqual([
        { title: "eSIM Desk can't start", content: expect.stringContaining(sentence) },
      ])
      expect(desk.output().split(sentence)).toHaveLength(2)
      expect(desk.standIn.reports('app.commandLine.removeSwitch')).toEqual(['remote-debugging-port'])
    }
  })

  test('reports in the self-check whether the browser’s own sandbox is used', async () => {
    for (const [switches, isUsed] of [
      [['--no-sandbox'], false],
      [[], true],
    ] as const) {
      const desk = await start({ standIn: { switches }, args: ['--self-check'], expectExit: true })
      expect(desk.exitCode).toBe(0)
      expect(desk.output()).toContain(`"browserSandbox": ${String(isUsed)}`)
    }
  })

  test('as root keeps the switch that root needs; anybody else gets the sandbox', async () => {
    const root = await start({ standIn: { switches: ['--no-sandbox'] } })
    expect(root.standIn.reports('app.enableSandbox')).toEqual([])
    const other = await start()
    expect(other.standIn.reports('app.enableSandbox')).toHaveLength(1)
  })
})

describe('a profile folder that cannot be used', () => {
  const shown = (desk: RunningDesk): readonly unknown[] => desk.standIn.reports('dialog.showErrorBox')

  test('is refused before Electron writes anything into it, if it contains other files', async () => {
    const userData = await temporaryFolder()
    await writeFile(join(userData, 'letters.txt'), 'not ours')
    for (const there of [['letters.txt'], ['electron', 'letters.txt']]) {
      if (there.includes('electron')) await mkdir(join(userData, 'electron'))
      const desk = await start({ userData, expectExit: true })
      expect(desk.exitCode).toBe(1)
      expect(shown(desk)).toEqual([
        { title: "eSIM Desk can't start", content: expect.stringContaining('holds other things') },
      ])
      expect((await readdir(userData)).toSorted()).toEqual(there)
    }
    expect(await readdir(join(userData, 'electron'))).toEqual([])
  })

  test('is named in a message box, without claiming that a desk is running, if it can’t be created or written', async () => {
    const parent = await temporaryFolder()
    await writeFile(join(parent, 'file'), '')
    const withLink = join(parent, 'profile')
    await mkdir(withLink)
    // Nobody can create a file there, not even root.
    await symlink('/proc/self', join(withLink, 'electron'))
    for (const userData of [join(parent, 'file', 'profile'), withLink]) {
      const desk = await start({ userData, expectExit: true })
      expect(desk.exitCode).toBe(1)
      expect(shown(desk)).toEqual([
        {
          title: "eSIM Desk can't start",
          content: expect.stringMatching(/profile folder .* can't be used \(E[A-Z]+\)/),
        },
      ])
      expect(desk.output()).not.toContain('already running')
    }
  })
})

test('no host name is resolved in advance, and no peer is connected over UDP', async () => {
  const desk = await start()
  expect(desk.standIn.reports('app.commandLine.appendSwitch')).toContainEqual({
    name: 'blink-settings',
    value: 'dnsPrefetchingEnabled=false',
  })
  expect(desk.standIn.reports('webContents.setWebRTCIPHandlingPolicy')).toEqual(['disable_non_proxied_udp'])
})

describe('a second start', () => {
  test('brings the first window forward and ends with the code for it', async () => {
    const first = await start()
    await first.standIn.command({ do: 'arrangeWindow', state: 'minimized' })
    const second = await start({ userData: first.userData, expectExit: true })
    expect(second.exitCode).toBe(3)
    expect(second.output()).toContain('already running')
    expect(second.output()).not.toContain('is open')
    await expect.poll(first.output).toContain('eSIM Desk is open on Electron.')
    await first.standIn.nextReport('window.focus')
    expect(first.standIn.reports('window.state')).toEqual(['minimized', 'normal'])
  })
})

describe('sessions', () => {
  test('are all guarded when they are created, fetch no dictionaries, and only the window has one', async () => {
    const desk = await start()
    const partitions = desk.standIn.reports('session-created')
    expect(partitions).toEqual([{ partition: 'esim-desk-window' }])
    const [partition] = partitions
    expect(desk.standIn.reports('session.setPermissionRequestHandler')).toEqual([
      { partition: 'esim-desk-window', isSet: true },
    ])
    expect(desk.standIn.reports('session.setSpellCheckerEnabled')).toEqual([
      Object.assign({}, partition, { enabled: false }),
    ])
    expect(desk.standIn.reports('session.setSpellCheckerLanguages')).toEqual([
      Object.assign({}, partition, { languages: [] }),
    ])
    expect(desk.standIn.reports('session.setSpellCheckerDictionaryDownloadURL')).toEqual([
      Object.assign({}, partition, { url: expect.stringContaining('.invalid/') }),
    ])
  })

  test('the proxy and the authorities of the system are used, and the proxy comes from the window’s own session', async () => {
    const service = await startSandboxProcess({ customers: 10, seed: 7, hostName: serviceHost })
    onTestFinished(() => service.stop())
    const proxy = await startProxy({ to: await startTlsServer(Number(new URL(service.info.baseUrl).port)) })
    const authorities = join(await temporaryFolder(), 'authorities.pem')
    await writeFile(authorities, serviceAuthority)
    const desk = await start({
      standIn: { packaged: true, proxy: proxy.address.replace('http://', 'PROXY ') },
      unattached: true,
      env: { SSL_CERT_FILE: authorities },
    })
    const { segment, clientId, clientSecret } = service.info
    const typed = JSON.stringify({ address: serviceAddress, segment, clientId, clientSecret })
    const answering = desk.standIn.command({ do: 'evaluate', expression: `window.desk.connections.test(${typed})` })
    await answerQuestion(desk, 'Connect to this service?')
    const answer = await answering
    expect(answer).toMatchObject({ ok: true })
    expect(proxy.requests[0]?.target).toBe('service.test:443')
    expect(desk.standIn.reports('session.resolveProxy')).toContainEqual({
      partition: 'esim-desk-window',
      url: expect.stringContaining(serviceAddress),
    })
    expect(desk.standIn.reports('session-created')).toHaveLength(1)
  })

  test('credentials that a proxy refuses for a while are sent at once by Try again', async () => {
    const service = await startSandboxProcess({ customers: 20, seed: 7, hostName: serviceHost })
    onTestFinished(() => service.stop())
    const tunnels = new Set<Socket>()
    let accepted = 'agent:proxy-secret'
    const proxy = await startProxy({
      to: await startTlsServer(Number(new URL(service.info.baseUrl).port)),
      credentials: () => accepted,
      onTunnel: (client) => void tunnels.add(client),
    })
    const caFile = join(await temporaryFolder(), 'authorities.pem')
    await writeFile(caFile, serviceAuthority)
    // A desk with a debugging port reaches no other computer.
    const desk = await start({ standIn: { packaged: true }, unattached: true })
    const { segment, clientId, clientSecret } = service.info
    const signIn = { proxy: proxy.address, proxyUser: 'agent', proxyPassword: 'proxy-secret' }
    const connection = { name: 'Acme Travel', address: serviceAddress, segment, caFile, clientId, clientSecret }
    const adding = ask(desk, 'connections.add', { ...connection, ...signIn }, z.object({ id: z.string() }))
    await answerQuestion(desk, 'Connect to this service?')
    await ask(desk, 'connections.open', { id: (await adding).id }, z.unknown())
    await expect.poll(() => text(desk)).toMatch(/20 customers/)

    accepted = 'agent:another'
    for (const tunnel of tunnels) tunnel.destroy()
    await ask(desk, 'customers.sync', null, z.unknown())
    const bar =
      /Offline\. The proxy refused the user name or the password\. You see the local copy; the desk keeps trying\./
    await expect.poll(() => text(desk)).toMatch(bar)
    const before = proxy.requests.length
    await press(desk, 'Try again')
    await expect.poll(() => proxy.requests.length).toBe(before + 1)
    expect(await text(desk)).toMatch(bar)

    accepted = 'agent:proxy-secret'
    await press(desk, 'Try again')
    await expect.poll(() => text(desk)).not.toMatch(/Offline/)
    expect(new Set(proxy.requests.map(({ credentials }) => credentials))).toEqual(new Set(['agent:proxy-secret']))
  })
})

describe('the window', () => {
  test('can’t be navigated away and opens no other', async () => {
    const desk = await start()
    await desk.page.evaluate(() => void window.open('https://example.com/'))
    expect(await desk.standIn.nextReport('window-open')).toEqual({ action: 'deny' })
    await desk.page.evaluate(() => {
      window.location.href = 'https://example.com/'
    })
    expect(await desk.standIn.nextReport('will-navigate')).toEqual({ url: 'https://example.com/', prevented: true })
    expect(await desk.page.getByRole('button', { name: 'Try the sandbox' }).isVisible()).toBe(true)
  })

  test('comes back after a crash', async () => {
    const desk = await start({ args: sandbox })
    await searchField(desk.page).waitFor()
    await desk.standIn.command({ do: 'crashWindow' })
    const title = `document.readyState === 'complete' && document.querySelector('input[type=search]') !== null`
    await expect.poll(() => desk.standIn.command({ do: 'evaluate', expression: title }).catch(() => false)).toBe(true)
  })

  test('after an uncaught exception the desk reports it and ends, and the log does not contain its text', async () => {
    const userData = await temporaryFolder()
    const desk = await start({ userData })
    await desk.standIn.command({ do: 'throw' })
    expect(await desk.ended()).toBe(1)
    expect(desk.standIn.reports('dialog.showErrorBox')).toEqual([
      { title: 'eSIM Desk has stopped', content: expect.stringContaining('desk.log') },
    ])
    const log = await readFile(join(userData, 'desk.log'), 'utf8')
    expect(log).toContain('internal error')
    expect(log).not.toContain('An exception that a test asked for')
    expect(existsSync(join(userData, 'journal.db-wal'))).toBe(false)
    // The next start asks before it opens the connection that was open.
    expect(existsSync(join(userData, 'running'))).toBe(true)
  })
})

describe('printing', () => {
  test('prints the sheet, is silent after cancelling, and says what to do after a failure', async () => {
    const scene = await connectedDesk({ desk: { host } })
    const { page, desk } = scene
    const { uid, email, iccid } = await scene.control.sample('esimReleased')
    await openCustomer(page, uid, email)
    const card = page.getByRole('region', { name: `eSIM ${iccid ?? ''}` })
    const print = async (failureReason: string): Promise<unknown> => {
      const before = desk.standIn.reports('webContents.print').length
      await desk.standIn.command({ do: 'nextPrint', failureReason })
      await choose(card, 'More', 'Print')
      return await desk.standIn.nextReport('webContents.print', before)
    }
    const alert = card.getByRole('alert').filter({ hasText: 'could not be printed' })

    const { pdf } = (await print('')) as { readonly pdf: string }
    const file = join(await temporaryFolder(), 'print.pdf')
    await writeFile(file, Buffer.from(pdf, 'base64'))
    expect(await pdfText(file)).toContain('Install your eSIM')
    await print('Print job canceled')
    await expect.poll(() => card.getByRole('button', { name: 'More' }).isEnabled()).toBe(true)
    expect(await alert.count()).toBe(0)
    await print('Print job failed')
    await alert.waitFor()
  })
})

test('a copied code is removed from the clipboard when the desk ends', async () => {
  const { page, desk, control } = await connectedDesk({ desk: { host } })
  const { uid, email, iccid } = await control.sample('esimReleased')
  await openCustomer(page, uid, email)
  const card = page.getByRole('region', { name: `eSIM ${iccid ?? ''}` })
  await choose(card, 'More', 'Copy: Activation code')
  await page.getByText('Activation code copied').waitFor()
  expect(desk.standIn.reports('clipboard.clear')).toEqual([])
  await desk.standIn.command({ do: 'quit' })
  expect(await desk.ended()).toBe(0)
  expect(desk.standIn.reports('clipboard.clear')).toHaveLength(1)
})
