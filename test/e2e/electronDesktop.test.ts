/**
 * How the window appears on the person's desktop with Electron: its position, theme, menus and dialogs. The desk's own
 * Electron entry runs on the stand-in for Electron; how the systems draw this can only be tested on real machines.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { claimDebugFolder } from '../../electron/app/debugFolder.ts'
import { type RunningDesk, startDesk } from '../support/desk.ts'
import { host, start } from './electronStandIn.ts'
import { choose, connectedDesk, openCustomer } from './journey.ts'
import { act, alertOf, customersToInstall, listenToSandbox } from './sandboxEvents.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const WindowOptions = z.looseObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  minWidth: z.number(),
  backgroundColor: z.string(),
  autoHideMenuBar: z.boolean(),
  webPreferences: z.looseObject({ devTools: z.boolean(), zoomFactor: z.number() }),
})

/** The options with which the window was created. */
const windowOptions = (desk: RunningDesk): z.infer<typeof WindowOptions> =>
  WindowOptions.parse(desk.standIn.reports('BrowserWindow')[0])

function boundsOf(desk: RunningDesk): Readonly<Record<'x' | 'y' | 'width' | 'height', number>> {
  const { x, y, width, height } = windowOptions(desk)
  return { x, y, width, height }
}

interface Item {
  readonly role?: string | undefined
  readonly label?: string | undefined
  readonly submenu?: readonly Item[] | undefined
}
const Item: z.ZodType<Item> = z.lazy(() =>
  z.looseObject({ role: z.string().optional(), label: z.string().optional(), submenu: z.array(Item).optional() }),
)
const Items = z.array(Item)
const rolesOf = (items: readonly Item[]): readonly string[] =>
  items.flatMap(({ role, submenu }) => [...(role === undefined ? [] : [role]), ...rolesOf(submenu ?? [])])

function applicationMenu(desk: RunningDesk): readonly Item[] {
  // Electron's own menu is removed before the program sets its own.
  const [beforeReady, menu, ...others] = desk.standIn.reports('Menu.setApplicationMenu')
  expect([beforeReady, others]).toEqual([null, []])
  return Items.parse(menu)
}

const pageColour = (desk: RunningDesk): Promise<unknown> =>
  desk.page.evaluate('getComputedStyle(document.body).backgroundColor')
const asRgb = (hex: string): string =>
  `rgb(${[1, 3, 5].map((at) => String(Number.parseInt(hex.slice(at, at + 2), 16))).join(', ')})`

test('position, mode and zoom of the window are stored and restored at the next start', async () => {
  const userData = await temporaryFolder()
  const bounds = { x: 240, y: 130, width: 1100, height: 720 }
  const first = await start({ userData })
  expect(boundsOf(first)).toEqual({ x: 320, y: 153, width: 1280, height: 800 })
  await first.standIn.command({ do: 'arrangeWindow', bounds })
  await first.standIn.command({ do: 'clickMenu', path: ['&View', 'Zoom &In'] })
  await first.standIn.command({ do: 'zoomWheel', direction: 'in' })
  await first.standIn.command({ do: 'arrangeWindow', state: 'maximized' })
  // A window that is minimised when the program ends opens in its previous size.
  await first.standIn.command({ do: 'arrangeWindow', state: 'minimized' })
  await first.standIn.command({ do: 'quit' })
  expect(await first.ended()).toBe(0)

  const stored: unknown = JSON.parse(await readFile(join(userData, 'window.json'), 'utf8'))
  expect(stored).toEqual({ version: 1, bounds, mode: 'maximized', zoom: 1.25 })
  const second = await start({ userData })
  expect(boundsOf(second)).toEqual(bounds)
  expect(windowOptions(second).webPreferences.zoomFactor).toBe(1.25)
  expect(second.standIn.reports('window.state')).toEqual(['maximized'])
  // Maximising shows the window, and showing it gives it the focus.
  expect(second.standIn.reports('window.show')).toHaveLength(2)
})

describe('a window appears', () => {
  test.each(['drawn', 'shown', 'never'] as const)(
    'once, also after a crash, where Electron says that it can be shown when it is: %s',
    async (readyToShow) => {
      const desk = await start({ standIn: { readyToShow } })
      expect(desk.output()).toContain('eSIM Desk is open on Electron.')
      await desk.standIn.command({ do: 'crashWindow' })
      await desk.standIn.nextReport('webContents.did-finish-load', 1)
      const isBack = `document.querySelector('main button') !== null`
      await expect
        .poll(() => desk.standIn.command({ do: 'evaluate', expression: isBack }).catch(() => false))
        .toBe(true)
      expect(desk.standIn.reports('window.show')).toHaveLength(1)

      const second = await start({ userData: desk.userData, expectExit: true })
      expect(second.exitCode).toBe(3)
      await desk.standIn.nextReport('window.focus')
      expect(desk.standIn.reports('window.show')).toHaveLength(2)
    },
  )

  test('nowhere if the system does not show it: the terminal and the log say so, and the desk is not called open', async () => {
    const userData = await temporaryFolder()
    const starting = start({ userData, standIn: { shows: 'never' } })
    await expect(starting).rejects.toThrow(/window is hidden[^]*the system draws nothing of its window/)
    await expect(starting).rejects.not.toThrow(/is open/)
    expect(await readFile(join(userData, 'desk.log'), 'utf8')).toContain('The system draws nothing of the window')
  })
})

test('a stored profile opens on an available screen, and in its theme from the first moment on', async () => {
  const userData = await temporaryFolder()
  claimDebugFolder(userData)
  const state = { version: 1, bounds: { x: -2400, y: -700, width: 1600, height: 1000 }, mode: 'normal', zoom: 1 }
  await writeFile(join(userData, 'window.json'), JSON.stringify(state))
  await writeFile(join(userData, 'settings.json'), JSON.stringify({ version: 1, theme: 'dark' }))
  const desk = await start({ userData, standIn: { workAreas: [{ x: 0, y: 0, width: 800, height: 560 }] } })
  expect(boundsOf(desk)).toEqual({ x: 0, y: 0, width: 800, height: 560 })
  expect(windowOptions(desk).minWidth).toBe(800)
  expect(desk.standIn.reports('nativeTheme.themeSource')).toEqual(['dark'])
  await desk.page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
  expect(await pageColour(desk)).toBe(asRgb(windowOptions(desk).backgroundColor))
})

describe('a window', () => {
  let desk: RunningDesk
  let userData = ''
  beforeAll(async () => {
    userData = await mkdtemp(join(tmpdir(), 'esim-desk-desktop-'))
    claimDebugFolder(userData)
    await writeFile(join(userData, 'window.json'), '{"version":1,"bounds":')
    desk = await startDesk({ userData, host })
  })
  afterAll(async () => {
    await desk.close()
    await rm(userData, { recursive: true, force: true, maxRetries: 5 })
  })

  test('whose position file is damaged opens as at a first start, and the damage is logged', async () => {
    expect(boundsOf(desk)).toEqual({ x: 320, y: 153, width: 1280, height: 800 })
    expect(await readFile(join(userData, 'desk.log'), 'utf8')).toContain('damaged')
  })

  test('follows the chosen theme, or the system if that is chosen', async () => {
    const light = windowOptions(desk).backgroundColor
    await desk.page.getByRole('button', { name: 'Try the sandbox' }).waitFor()
    expect(await pageColour(desk)).toBe(asRgb(light))
    await desk.page.evaluate(`window.desk.settings.set({ theme: 'dark' })`)
    const dark = await desk.standIn.nextReport('window.setBackgroundColor')
    expect(dark).not.toBe(light)
    await desk.page.evaluate(`window.desk.settings.set({ theme: 'system' })`)
    expect(await desk.standIn.nextReport('window.setBackgroundColor', 1)).toBe(light)
    await desk.standIn.command({ do: 'systemTheme', isDark: true })
    expect(await desk.standIn.nextReport('window.setBackgroundColor', 2)).toBe(dark)
    expect(desk.standIn.reports('nativeTheme.themeSource')).toEqual(['system', 'dark', 'system'])
  })

  test('has developer tools and reload in its menu in development', () => {
    expect(rolesOf(applicationMenu(desk))).toEqual(expect.arrayContaining(['toggleDevTools', 'reload']))
    expect(windowOptions(desk).webPreferences.devTools).toBe(true)
    if (process.platform === 'linux') expect(windowOptions(desk)['icon']).toMatch(/256x256\.png$/)
  })

  test('zooms with its menu between 50 % and 300 %, and back', async () => {
    const click = async (item: string, times: number): Promise<number> => {
      for (let count = 0; count < times; count += 1)
        await desk.standIn.command({ do: 'clickMenu', path: ['&View', item] })
      return 1.2 ** z.number().parse(desk.standIn.reports('webContents.setZoomLevel').at(-1))
    }
    expect(await click('Zoom &In', 12)).toBeCloseTo(3)
    expect(await click('Zoom &Out', 20)).toBeCloseTo(0.5)
    expect(await click('Actual &Size', 1)).toBeCloseTo(1)
  })

  test('offers the possible commands on a right click, and no menu if none is possible', async () => {
    const editFlags = { canCut: false, canCopy: false, canPaste: true, canSelectAll: true }
    const click = (params: Record<string, unknown>): Promise<unknown> =>
      desk.standIn.command({
        do: 'contextMenu',
        params: { x: 10, y: 20, menuSourceType: 'mouse', editFlags, ...params },
      })
    await click({ isEditable: false, selectionText: '' })
    await click({ isEditable: true, selectionText: '' })
    await click({ isEditable: false, selectionText: 'ada@example.org' })
    const menus = desk.standIn.reports('menu.popup').map((items) => rolesOf(Items.parse(items)))
    expect(menus).toEqual([
      ['cut', 'copy', 'paste', 'selectAll'],
      ['copy', 'selectAll'],
    ])
  })
})

test('a packaged program has no developer tools and no reload, neither in its menu nor in its window', async () => {
  const desk = await start({ standIn: { packaged: true }, unattached: true })
  const roles = rolesOf(applicationMenu(desk))
  expect(roles).toEqual(expect.arrayContaining(['quit', 'copy', 'paste', 'togglefullscreen', 'about']))
  for (const role of ['toggleDevTools', 'reload', 'forceReload']) expect(roles).not.toContain(role)
  expect(windowOptions(desk)).toMatchObject({ autoHideMenuBar: true, webPreferences: { devTools: false } })
  const [about] = desk.standIn.reports('app.setAboutPanelOptions')
  expect(about).toMatchObject({ applicationName: 'eSIM Desk' })
})

test('save dialogs open in the right folder for their file type, and crashes are logged without secrets', async () => {
  const [HOME, otherBounds] = [await temporaryFolder(), await temporaryFolder()]
  const { page, control, desk } = await connectedDesk({ desk: { host, env: { HOME } } })
  const { uid, email, iccid } = await control.sample('esimReleased')
  await openCustomer(page, uid, email)
  const card = page.getByRole('region', { name: `eSIM ${iccid ?? ''}` })
  const save = async (): Promise<unknown> => {
    const before = desk.standIn.reports('dialog.showSaveDialog').length
    await choose(card, 'More', 'Save PDF')
    return await desk.standIn.nextReport('dialog.showSaveDialog', before)
  }
  const name = `eSIM ${iccid ?? ''} en.pdf`
  await desk.standIn.command({ do: 'nextSave', folder: otherBounds })
  expect(await save()).toMatchObject({
    defaultPath: join(HOME, 'Downloads', name),
    filters: [{ name: 'PDF document', extensions: ['pdf'] }],
  })
  await page.getByText(`Saved as ${join(otherBounds, name)}`).waitFor()
  expect(await save()).toMatchObject({ defaultPath: join(otherBounds, name) })

  const log = (): Promise<string> => readFile(join(desk.userData, 'desk.log'), 'utf8')
  await desk.standIn.command({ do: 'crashWindow' })
  await expect.poll(log).toContain('The process of a page ended: crashed, exit code 139')
  const details = { type: 'Utility', reason: 'oom', exitCode: 9, name: 'LPA:1$smdp.example.com$SECRET' }
  await desk.standIn.command({ do: 'childProcessGone', details })
  await expect.poll(log).toMatch(/A child process ended: [^\n]*hidden/)
  expect(await log()).not.toContain('SECRET')
})

test('an alert is a notification of the system while the window is not in front, and a click opens the inbox', async () => {
  const desk = await start()
  const { page } = desk
  await listenToSandbox(page)
  const [first, second] = await customersToInstall(page)
  const fail = ({ uid, iccid }: typeof first): Promise<unknown> =>
    act(page, { act: 'device', customerUid: uid, iccid, what: 'fail' })

  await fail(first)
  await alertOf(page, first.email ?? first.uid).waitFor()
  expect(desk.standIn.reports('notification.show')).toEqual([])

  await desk.standIn.command({ do: 'arrangeWindow', state: 'minimized' })
  await fail(second)
  const shown = await desk.standIn.nextReport('notification.show', 0)
  expect(shown).toEqual({ title: '1 new alert', body: 'Installation failed: 1' })
  await desk.standIn.command({ do: 'clickNotification' })
  await page.getByRole('list', { name: 'Events, newest first' }).waitFor()
  expect(desk.standIn.reports('window.state').at(-1)).toBe('normal')
  // Windows keeps it in the notification centre, from where a click would start the desk again.
  await desk.standIn.command({ do: 'timeOutNotification' })
  expect(desk.standIn.reports('notification.close')).toEqual([])
  await desk.standIn.command({ do: 'quit' })
  expect(await desk.ended()).toBe(0)
  expect(desk.standIn.reports('notification.close')).toEqual([shown])
})
