import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Database from 'better-sqlite3-multiple-ciphers'
import { expect, it, onTestFinished } from 'vitest'
import { type DeskLanguage, preferredLanguage } from '#shared/language.ts'
import { contract } from '#shared/contract.ts'
import { defaultDocuments } from '#shared/model/documents.ts'
import type { Theme } from '#shared/model/settings.ts'
import { CustomerUid } from '#shared/wire/ids.ts'
import { systemClock } from '../../../../electron/base/clock.ts'
import { createLanguage, createSettings, storedTheme } from '../../../../electron/settings/index.ts'
import { call, memoryKeychain } from '../connections/support.ts'
import { approveAll } from '../../../support/approvals.ts'
import { temporaryFolder } from '../../../support/temporaryFolder.ts'

async function inFolder() {
  const folder = await temporaryFolder()
  const file = join(folder, 'settings.json')
  const notices: unknown[] = []
  const languages: DeskLanguage[] = []
  const create = (onTheme?: (theme: Theme) => void, keepsCustomers: boolean | Promise<boolean> = true) => {
    const work = new Database(join(folder, 'work.db'))
    onTestFinished(() => void work.close())
    const language = createLanguage({
      languages: () => ['pt-BR', 'de-AT', 'fr'],
      setLanguage: (next) => void languages.push(next),
    })
    return createSettings({
      file,
      work,
      keychain: memoryKeychain('session'),
      approvals: approveAll,
      clock: systemClock,
      osUser: 'jdoe',
      version: '1.2.3',
      host: 'chromium',
      language,
      emit: (_event, payload) => void notices.push(payload),
      requestMailToken: () => Promise.reject(new Error('no token is wanted')),
      ...(onTheme !== undefined && { onTheme }),
      mayStoreCustomers: async (connectionId) => (await keepsCustomers) || connectionId !== 'a',
    })
  }
  return { folder, file, create, notices, languages }
}

it('begins with the theme of the system and the name of the OS user', async () => {
  const { create } = await inFolder()
  const settings = create()
  expect(contract.settings.get.output.parse(await settings.handlers.get(undefined, call))).toEqual({
    theme: 'system',
    language: 'system',
    systemLanguage: 'de',
    customerLimit: 1_000_000,
    agentName: 'jdoe',
    osUser: 'jdoe',
    keychain: 'session',
    version: '1.2.3',
    host: 'chromium',
    documents: defaultDocuments,
    mail: null,
    mutedAlerts: [],
    lastSale: { country: null, mailAtOnce: false },
    openCustomers: [],
    tour: 'new',
    decimalSign: 'comma',
  })
})

it('has the decimal sign of the language until an export has chosen one', async () => {
  const { create } = await inFolder()
  const { handlers } = create()
  expect(await handlers.set({ language: 'en' }, call)).toMatchObject({ decimalSign: 'point' })
  for (const language of ['de', 'es', 'fr'] as const)
    expect(await handlers.set({ language }, call)).toMatchObject({ decimalSign: 'comma' })
  await handlers.set({ decimalSign: 'point' }, call)
  expect(await create().handlers.get(undefined, call)).toMatchObject({ language: 'fr', decimalSign: 'point' })
})

it('stores the settings, and the name outside the readable file', async () => {
  const { file, create } = await inFolder()
  await create().handlers.set({ theme: 'dark', agentName: 'Jane Doe' }, call)
  const again = create()
  expect(await again.handlers.get(undefined, call)).toMatchObject({ theme: 'dark', agentName: 'Jane Doe' })
  expect(again.agent()).toEqual({ osUser: 'jdoe', agentName: 'Jane Doe' })
  expect(await readFile(file, 'utf8')).not.toContain('Jane')
})

it('announces a theme after it is stored, and nothing if only another setting was changed', async () => {
  const { file, create } = await inFolder()
  const announced: unknown[] = []
  const settings = create((theme) => void storedTheme(file).then((stored) => announced.push(theme, stored)))
  await settings.handlers.set({ agentName: 'Jane Doe' }, call)
  await settings.handlers.set({ theme: 'dark' }, call)
  await expect.poll(() => announced).toEqual(['dark', 'dark'])
})

it.each([
  ['is missing', null, 'system'],
  ['is damaged', '{', 'system'],
  ['names an unknown theme', '{"version":1,"theme":"pink"}', 'system'],
  ['names a theme', '{"version":1,"theme":"light"}', 'light'],
])(
  'reads the theme of a file that %s before the desk is built, and does not move the file',
  async (_what, content, theme) => {
    const { file, folder } = await inFolder()
    if (content !== null) await writeFile(file, content)
    expect(await storedTheme(file)).toBe(theme)
    expect(await readdir(folder)).toEqual(content === null ? [] : ['settings.json'])
  },
)

it('stores the texts of the documents outside the readable file', async () => {
  const { file, create } = await inFolder()
  const documents = {
    ...defaultDocuments,
    brand: { ...defaultDocuments.brand, name: 'Example Travel', colour: '#aa3300' },
    pageSize: 'Letter' as const,
  }
  await create().handlers.set({ theme: 'dark', documents }, call)
  const again = create()
  expect((await again.handlers.get(undefined, call)).documents).toEqual(documents)
  expect(again.documents()).toEqual(documents)
  expect(await readFile(file, 'utf8')).not.toContain('Example')
})

it.each([
  ['a logo with a program in it', { logo: 'data:image/svg+xml;base64,PHN2Zz4=' }],
  ['a logo from somewhere', { logo: 'https://example.com/logo.png' }],
  ['a colour with more in it', { colour: '#aa3300;background:url(//x)' }],
])('refuses %s', (_what, brand) => {
  expect(
    contract.settings.set.input.safeParse({
      documents: { ...defaultDocuments, brand: { ...defaultDocuments.brand, ...brand } },
    }).success,
  ).toBe(false)
})

it('reads documents as an earlier desk stored them, without what belongs to a connection now', async () => {
  const { create, folder } = await inFolder()
  await create().handlers.set({ documents: { ...defaultDocuments, language: 'ja' } }, call)
  const work = new Database(join(folder, 'work.db'))
  work
    .prepare(
      `UPDATE settings SET value = json_insert(value, '$.androidLinkHost', 'setup.example.com') WHERE name = 'documents'`,
    )
    .run()
  work.close()
  expect(create().documents()).toEqual({ ...defaultDocuments, language: 'ja' })
})

it('goes back to the OS user’s name when the name is emptied', async () => {
  const { create } = await inFolder()
  const settings = create()
  await settings.handlers.set({ agentName: 'Jane Doe' }, call)
  expect((await settings.handlers.set({ agentName: '' }, call)).agentName).toBe('jdoe')
})

it('begins with defaults if the settings file can’t be read, moves it to quarantine and emits a notice', async () => {
  const { file, create, notices } = await inFolder()
  await writeFile(file, 'not JSON')
  expect((await create().handlers.get(undefined, call)).theme).toBe('system')
  expect(notices).toMatchObject([
    { code: 'file_moved_aside', details: { file: expect.stringContaining('unreadable') } },
  ])
})

it('stores which alerts are muted, and takes a kind that it does not know for none', async () => {
  const { file, create } = await inFolder()
  const settings = create()
  await settings.handlers.set({ mutedAlerts: ['threshold'] }, call)
  await settings.handlers.set({ theme: 'dark' }, call)
  expect(await create().handlers.get(undefined, call)).toMatchObject({ theme: 'dark', mutedAlerts: ['threshold'] })
  await writeFile(file, JSON.stringify({ version: 1, theme: 'dark', customerLimit: 5000, mutedAlerts: ['later'] }))
  expect(await create().handlers.get(undefined, call)).toMatchObject({ customerLimit: 5000, mutedAlerts: [] })
})

it('stores the choices of the last sale outside the readable file', async () => {
  const { file, create } = await inFolder()
  await create().handlers.set({ theme: 'dark', lastSale: { country: 'JP', mailAtOnce: true } }, call)
  const again = create()
  expect(await again.handlers.get(undefined, call)).toMatchObject({ lastSale: { country: 'JP', mailAtOnce: true } })
  expect(await readFile(file, 'utf8')).not.toContain('JP')
})

it('stores the open customers of each connection outside the readable file, and forgets the oldest connections', async () => {
  const { file, create } = await inFolder()
  const settings = create()
  const open = (connectionId: string, ...uids: string[]) => ({
    openCustomers: { connectionId, uids: uids.map((uid) => CustomerUid.parse(uid)) },
  })
  await settings.handlers.set({ theme: 'dark', ...open('a', 'c-1', 'c-2') }, call)
  await settings.handlers.set(open('b', 'c-3'), call)
  await settings.handlers.set(open('a', 'c-2'), call)
  const ofAll = async () => (await create().handlers.get(undefined, call)).openCustomers
  expect(await ofAll()).toEqual([open('a', 'c-2').openCustomers, open('b', 'c-3').openCustomers])
  expect(await readFile(file, 'utf8')).not.toContain('c-2')
  await settings.handlers.set(open('b'), call)
  expect(await ofAll()).toEqual([open('a', 'c-2').openCustomers])
  for (const id of ['c', 'd', 'e', 'f', 'g']) await settings.handlers.set(open(id, 'c-9'), call)
  expect((await ofAll()).map(({ connectionId }) => connectionId)).toEqual(['g', 'f', 'e', 'd', 'c'])
})

it('stores no open customers of a connection that keeps no list, and forgets those that were stored', async () => {
  const { create } = await inFolder()
  const open = (connectionId: string) => ({ openCustomers: { connectionId, uids: [CustomerUid.parse('c-1')] } })
  await create().handlers.set(open('a'), call)
  const settings = create(undefined, false)
  settings.forgetOpenCustomers('a')
  await settings.handlers.set(open('a'), call)
  await settings.handlers.set(open('b'), call)
  expect((await create().handlers.get(undefined, call)).openCustomers).toEqual([open('b').openCustomers])
})

it('stores no open customers of a connection that is set to keep no list in that moment', async () => {
  const { create } = await inFolder()
  const rule = Promise.withResolvers<boolean>()
  const settings = create(undefined, rule.promise)
  const open = { openCustomers: { connectionId: 'a', uids: [CustomerUid.parse('c-1')] } }
  const setting = settings.handlers.set(open, call)
  settings.forgetOpenCustomers('a')
  // The rule was read before it changed.
  rule.resolve(true)
  expect((await setting).openCustomers).toEqual([])
  await settings.handlers.set(open, call)
  expect((await create().handlers.get(undefined, call)).openCustomers).toEqual([open.openCustomers])
})

it('keeps the theme and the limit of customers, though both are changed at once', async () => {
  const { create } = await inFolder()
  const settings = create()
  await Promise.all([
    settings.handlers.set({ theme: 'dark' }, call),
    settings.handlers.set({ customerLimit: 5000 }, call),
  ])
  expect(await create().handlers.get(undefined, call)).toMatchObject({ theme: 'dark', customerLimit: 5000 })
  expect(await create().customerLimit()).toBe(5000)
})

it('shows the first language of the system that the desk has, until another one is chosen', async () => {
  const { file, create, languages } = await inFolder()
  const settings = create()
  await settings.checkFile()
  expect(await settings.handlers.set({ language: 'fr' }, call)).toMatchObject({ language: 'fr', systemLanguage: 'de' })
  const again = create()
  await again.checkFile()
  expect(await again.handlers.get(undefined, call)).toMatchObject({ language: 'fr' })
  await again.handlers.set({ language: 'system' }, call)
  expect(languages).toEqual(['de', 'fr', 'fr', 'de'])
  await writeFile(file, JSON.stringify({ version: 1, theme: 'dark', language: 'tlh' }))
  expect(await create().handlers.get(undefined, call)).toMatchObject({ theme: 'dark', language: 'system' })
})

it.each([
  [['fr-CA', 'en'], 'fr'],
  [['ES_mx'], 'es'],
  [['nl', 'da'], 'en'],
  [[], 'en'],
] as const)('takes %j for %s', (tags, language) => {
  expect(preferredLanguage(tags)).toBe(language)
})
