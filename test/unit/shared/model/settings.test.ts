import { describe, expect, it } from 'vitest'
import { Brand, defaultDocuments, DocumentSettings, LogoData, PageSize } from '#shared/model/documents.ts'
import { Settings, SettingsChange } from '#shared/model/settings.ts'
import { SyncStatus } from '#shared/model/customer/sync.ts'

const takes = (schema: { safeParse: (value: unknown) => { success: boolean } }, value: unknown): boolean =>
  schema.safeParse(value).success
const png = 'data:image/png;base64,iVBORw0KGgo'
const jpeg = 'data:image/jpeg;base64,/9j/'

describe('a logo', () => {
  it.each([`${png}AAAANSUhEUg==`, `${jpeg}4AAQ+/Sk=`, png, `${png}${'A'.repeat(139_000)}`])(
    'is a picture as a data URL',
    (logo) => {
      expect(takes(LogoData, logo)).toBe(true)
    },
  )
  it.each([
    ['an address', 'https://example.com/logo.png'],
    ['a drawing that can be a program', 'data:image/svg+xml;base64,PHN2Zz4='],
    ['another picture than it says', 'data:image/png;base64,R0lGOD'],
    ['something before it', ` ${png}`],
    ['something behind it', `${png}AA"><script>`],
    ['an equals sign inside', `${png}A=A`],
    ['three equals signs', `${png}A===`],
    ['too much of it', `${png}${'A'.repeat(140_000)}`],
    ['nothing', ''],
  ])('is not %s', (_, logo) => {
    expect(takes(LogoData, logo)).toBe(false)
  })
})

describe('the settings of documents', () => {
  const { brand } = defaultDocuments
  it('are empty, A4 and English by default', () => {
    expect(DocumentSettings.parse(defaultDocuments)).toEqual({
      brand: { name: '', logo: null, colour: '#3d48cc', contact: '' },
      pageSize: 'A4',
      language: 'en',
    })
  })
  it('trim texts before their length is checked', () => {
    expect(Brand.parse({ ...brand, name: ` ${'n'.repeat(80)} `, contact: ` ${'c'.repeat(300)}\n` })).toMatchObject({
      name: 'n'.repeat(80),
      contact: 'c'.repeat(300),
    })
  })
  it.each([
    { name: 'n'.repeat(81) },
    { contact: 'c'.repeat(301) },
    { colour: '#3D48CC' },
    { colour: '#3d48c' },
    { colour: '#3d48cc0' },
    { colour: 'red' },
    { colour: ' #3d48cc' },
    { logo: 'logo.png' },
    { size: 1 },
  ])('refuse %j', (change) => {
    expect(takes(Brand, { ...brand, ...change })).toBe(false)
  })
  it.each(['A4', 'Letter'])('accept the paper size %s', (size) => {
    expect(takes(PageSize, size)).toBe(true)
  })
  it.each(['', 'A5', 'letter'])('refuse the paper size %j', (size) => {
    expect(takes(PageSize, size)).toBe(false)
  })
  it('accept the languages of the sheet', () => {
    expect(takes(DocumentSettings, { ...defaultDocuments, language: 'ja' })).toBe(true)
    expect(takes(DocumentSettings, { ...defaultDocuments, language: 'tlh' })).toBe(false)
  })
})

describe('a change of the settings', () => {
  it.each([
    {},
    { theme: 'system' },
    { theme: 'light' },
    { theme: 'dark' },
    { agentName: 'Ann' },
    { documents: defaultDocuments },
    { mail: null },
  ])('may be %j', (change) => {
    expect(SettingsChange.parse(change)).toEqual(change)
  })
  it.each([{ theme: '' }, { theme: 'blue' }, { agentName: 'a'.repeat(101) }, { osUser: 'root' }, { documents: {} }])(
    'is not %j',
    (change) => {
      expect(takes(SettingsChange, change)).toBe(false)
    },
  )
  it('trims the name', () => {
    expect(SettingsChange.parse({ agentName: ` ${'a'.repeat(100)} ` })).toEqual({ agentName: 'a'.repeat(100) })
  })
})

describe('the settings that the window gets', () => {
  const settings = {
    theme: 'dark',
    agentName: 'Ann',
    osUser: 'ann',
    keychain: 'stored',
    version: '1.0.0',
    host: 'electron',
    documents: defaultDocuments,
    mail: { server: null, outbox: { waiting: 0 } },
  }
  const rest = Settings.shape
  it.each(['stored', 'session'])('show that secrets are %s', (keychain) => {
    expect(takes(rest.keychain, keychain)).toBe(true)
  })
  it.each(['electron', 'chromium'])('show that the window is in %s', (host) => {
    expect(takes(rest.host, host)).toBe(true)
  })
  it('accept no other values and no longer name', () => {
    expect(takes(rest.keychain, '')).toBe(false)
    expect(takes(rest.host, '')).toBe(false)
    expect(takes(rest.agentName, 'a'.repeat(100))).toBe(true)
    expect(takes(rest.agentName, 'a'.repeat(101))).toBe(false)
    expect(takes(Settings, { ...settings, secret: 'x' })).toBe(false)
  })
})

describe('the state of the directory', () => {
  const status = {
    state: 'never',
    customers: 0,
    received: 0,
    startedAt: null,
    finishedAt: null,
    whole: true,
    problem: null,
    unreadable: [],
    unreadableCount: 0,
    unreadableParts: { customers: 0, packages: 0, esims: 0, fields: 0 },
    perSecond: null,
    sorted: true,
    expected: null,
    storage: 'disk',
  }
  it.each([
    {},
    { state: 'syncing' },
    { state: 'done' },
    { state: 'failed', problem: 'unreachable' },
    { storage: 'memory' },
  ])('may be %j', (change) => {
    expect(SyncStatus.parse({ ...status, ...change })).toEqual({ ...status, ...change })
  })
  it.each([
    { state: '' },
    { state: 'asleep' },
    { storage: '' },
    { storage: 'cloud' },
    { customers: 0.5 },
    { customers: undefined },
    { more: 1 },
  ])('is not %j', (change) => {
    expect(takes(SyncStatus, { ...status, ...change })).toBe(false)
  })
})
