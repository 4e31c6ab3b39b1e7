import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { order, sale, useService } from './sandboxService.ts'

const service = useService({ customers: 2000 })

const esimState = async (uid: string, iccid: string): Promise<string | undefined> =>
  (await service().control.customer(uid)).esims.find((esim) => esim.iccid === iccid)?.state
const someEsim = async (
  situation: 'esimReleased' | 'esimInstalled' | 'esimDisabled' | 'esimError',
  nth = 0,
): Promise<{ uid: string; iccid: string }> => {
  const { uid, iccid } = await service().control.sample(situation, nth)
  return { uid, iccid: iccid ?? '' }
}

describe('an eSIM profile on a device (interface 3.1, 8)', () => {
  it('is installed, disabled, enabled, removed and installed again', async () => {
    const { uid, iccid } = await someEsim('esimReleased')
    const { control } = service()
    for (const [act, state] of [
      ['install', 'INSTALLED'],
      ['disable', 'DISABLED'],
      ['enable', 'INSTALLED'],
      ['uninstall', 'RELEASED'],
      ['install', 'INSTALLED'],
    ] as const) {
      await control[act](iccid)
      expect(await esimState(uid, iccid)).toBe(state)
    }
    expect((await service().entry(uid)).relatedEsims.find((esim) => esim.iccid === iccid)?.state).toMatch(/^INSTALLED/)
  })

  it('can be installed at most five times', async () => {
    const { iccid } = await someEsim('esimReleased', 1)
    for (let time = 1; time <= 5; time++) {
      expect((await service().control.install(iccid)).installations).toBe(time)
      await service().control.uninstall(iccid)
    }
    await expect(service().control.install(iccid)).rejects.toMatchObject({ status: 409, code: 'installation-limit' })
  })

  it.each([
    ['forbid', '2600'],
    ['reject', 'remote-verification-failed'],
    ['mismatch', 'device-id-mismatch'],
  ] as const)('stays RELEASED when the app reports an error (%s), until it is installed', async (act, code) => {
    const { uid, iccid } = await someEsim('esimReleased', 6)
    const inspected = async () => (await service().control.customer(uid)).esims.find((esim) => esim.iccid === iccid)
    const { installations } = await service().control[act](iccid)
    expect(await inspected()).toMatchObject({ state: 'RELEASED', installations, installationError: { code } })
    await service().control.install(iccid)
    expect(await inspected()).toMatchObject({ state: 'INSTALLED', installationError: null })
    await expect(service().control[act](iccid)).rejects.toMatchObject({ code: 'esim-state' })
    await service().control.uninstall(iccid)
  })

  it('is there for training in the state after its last installation, and after each error of an app', async () => {
    const usedUp = await service().control.sample('esimUsedUp')
    await expect(service().control.install(usedUp.iccid ?? '')).rejects.toMatchObject({ code: 'installation-limit' })
    const { esimNotInstallable } = await service().control.samples(12)
    expect(new Set(esimNotInstallable.map(({ archetype }) => archetype))).toEqual(
      new Set(['installationForbidden', 'verificationFailed', 'otherDevice']),
    )
  })

  it.each([
    ['install', 'esimInstalled'],
    ['install', 'esimError'],
    ['disable', 'esimReleased'],
    ['uninstall', 'esimReleased'],
    ['enable', 'esimInstalled'],
  ] as const)('refuses to %s a profile that is %s', async (act, situation) => {
    const { iccid } = await someEsim(situation, 4)
    await expect(service().control[act](iccid)).rejects.toMatchObject({ status: 409 })
  })

  it('changes to ERROR when its installation fails, and a replacement is RELEASED', async () => {
    const { uid, iccid } = await someEsim('esimReleased', 2)
    await service().control.failToInstall(iccid)
    expect(await esimState(uid, iccid)).toBe('ERROR')
    const replacement = await service().control.replace(iccid)
    expect([replacement.state, replacement.iccid === iccid]).toEqual(['RELEASED', false])
    const esims = (await service().control.customer(uid)).esims
    expect(
      esims.filter((esim) => [iccid, replacement.iccid].includes(esim.iccid)).map((esim) => [esim.iccid, esim.active]),
    ).toEqual([
      [iccid, false],
      [replacement.iccid, true],
    ])
    await expect(service().control.install(iccid)).rejects.toMatchObject({ code: 'esim-replaced' })
  })

  it('is itself RELEASED again under the variant sameProfile', async () => {
    await service().control.setVariants({ replacement: 'sameProfile' })
    const { iccid } = await someEsim('esimError', 1)
    const again = await service().control.replace(iccid)
    await service().control.setVariants({ replacement: 'newProfile' })
    expect([again.iccid, again.state, again.installations]).toEqual([iccid, 'RELEASED', 0])
  })

  it('is not found by an unknown ICCID, and knows no other action', async () => {
    await expect(service().control.install('8900000000000000000')).rejects.toMatchObject({ status: 404 })
    await expect(
      service().control.call('POST', `/esims/${(await someEsim('esimInstalled')).iccid}/explode`, {}),
    ).rejects.toMatchObject({ status: 404 })
  })
})

/** Returns a customer whose only package waits for its first use, with a profile that is not installed yet. */
async function customerWithWaitingItem(): Promise<{ uid: string; iccid: string; itemUid: string; countrySet: string }> {
  const found = (await service().control.samples(40)).firstUse.find((sample) => sample.archetype === 'beforeTheTrip')
  if (found?.itemUid === undefined || found.itemUid === null || found.iccid === null)
    throw new Error('no such customer')
  return { ...found, itemUid: found.itemUid, iccid: found.iccid }
}

describe('use of data (interface 2.6, 3.4)', () => {
  it('reduces the item and the total by the same amount', async () => {
    const { uid } = await service().control.sample('usable')
    const before = (await service().control.customer(uid)).items.reduce((sum, item) => sum + item.usedBytes, 0)
    const { usedBytes } = await service().control.use(uid, 10)
    const after = (await service().control.customer(uid)).items.reduce((sum, item) => sum + item.usedBytes, 0)
    expect([usedBytes, after - before]).toEqual([10 * 1024 * 1024, 10 * 1024 * 1024])
  })

  it('uses the active item with the shortest validity first, FIRST_USE once all are empty, and ON_DEMAND never', async () => {
    const packages = (await service().inventory()).filter(
      (item) => item.countrySet === 'EUROPE' && item.active === true && item.amount === 0,
    )
    const {
      customer: { uid },
      esimProfile,
    } = sale(
      await service().post(
        '/service/activations/register',
        order(packages[0]?.id ?? '', { activationMode: 'ON_DEMAND' }),
      ),
    )
    await service().control.install(esimProfile?.iccid ?? '')
    const [short, long] = [
      packages.find((item) => item.validitySize === 7),
      packages.find((item) => item.validitySize === 30),
    ]
    const add = (inventoryItemId: string, activationMode: string): Promise<unknown> =>
      service().post('/service/activations/top-up', {
        inventoryItemId,
        metatag: activationMode,
        customerUid: uid,
        activationMode,
      })
    await add(long?.id ?? '', 'NOW')
    await add(short?.id ?? '', 'NOW')
    await add(short?.id ?? '', 'FIRST_USE')
    const used = async (): Promise<number[]> =>
      (await service().control.customer(uid)).items.map((item) => Math.round(item.usedBytes / 1024 / 1024))
    const shortSize = (short?.sizeValue ?? 0) * (short?.sizeUnit === 'GB' ? 1024 : 1)
    const longSize = (long?.sizeValue ?? 0) * 1024
    await service().control.use(uid, shortSize + 100)
    expect(await used()).toEqual([0, 100, shortSize, 0])
    await service().control.use(uid, longSize)
    expect(await used()).toEqual([0, longSize, shortSize, 100])
    expect((await service().control.use(uid, 1e6)).usedBytes).toBe((shortSize - 100) * 1024 * 1024)
    const items = (await service().entry(uid)).activatedItems
    expect(items.map((item) => item.balance.activatedAt === null)).toEqual([true, false, false, false])
  })

  it('requires an installed profile and a covered country', async () => {
    const released = await service().control.sample('esimReleased', 5)
    await expect(service().control.use(released.uid, 1)).rejects.toMatchObject({ code: 'no-installed-esim' })
    const { uid } = await service().control.sample('usable', 3)
    await service().control.enter(uid, 'KP')
    await expect(service().control.use(uid, 1)).rejects.toMatchObject({ code: 'not-covered' })
  })

  it('starts a FIRST_USE item with the first network in its coverage, and with no other network', async () => {
    const { uid, iccid, itemUid, countrySet } = await customerWithWaitingItem()
    await service().control.install(iccid)
    const { includedCountries } = (await service().inventory()).find((item) => item.countrySet === countrySet) ?? {}
    const activatedAt = async (): Promise<string | null | undefined> =>
      (await service().entry(uid)).activatedItems.find((item) => item.uid === itemUid)?.balance.activatedAt
    await service().control.enter(uid, 'KP')
    expect(await activatedAt()).toBeNull()
    await service().control.enter(uid, includedCountries?.[0] ?? '')
    expect(Date.parse((await activatedAt()) ?? '')).toBeGreaterThan(0)
  })
})

describe('connectivity', () => {
  const Connectivity = z.object({ connected: z.boolean(), country: z.string().nullable() })
  const connectivity = async (iccid: string | null): Promise<z.infer<typeof Connectivity>> =>
    Connectivity.parse((await service().get(`/service/esim/${iccid ?? ''}/status/connectivity`)).json)

  it('of a seeded customer who is on a network names the country, and ends some hours after the last use', async () => {
    const { uid, iccid } = await service().control.sample('usable', 6)
    const { country } = await service().control.customer(uid)
    expect(await connectivity(iccid)).toEqual({ connected: true, country: expect.stringMatching(/^[A-Z]{2}$/) })
    await service().control.advance('7 hours')
    expect(await connectivity(iccid)).toEqual({ connected: false, country })
    await service().control.use(uid, 1)
    expect(await connectivity(iccid)).toEqual({ connected: true, country })
  })

  it('begins in a country of the set when a new eSIM uses data', async () => {
    const item = (await service().inventory()).find((one) => one.countrySet === 'JP' && one.active === true)
    const { customer, esimProfile } = sale(await service().post('/service/activations/register', order(item?.id ?? '')))
    const iccid = esimProfile?.iccid ?? ''
    await service().control.install(iccid)
    expect(await connectivity(iccid)).toEqual({ connected: false, country: null })
    await service().control.use(customer.uid, 1)
    expect(await connectivity(iccid)).toEqual({ connected: true, country: 'JP' })
  })
})

describe('time (interface 3.2, 2.6)', () => {
  it('starts an item after 90 days as of its due date, and excludes expired items from the total', async () => {
    const { control } = service()
    const waiting = await control.itemSample('firstUse', 4)
    const using = await control.sample('usable', 4)
    const due = (await service().entry(waiting.uid)).activatedItems.find((item) => item.uid === waiting.itemUid)
      ?.balance.expiresAt
    await control.advance('90 days')
    await service().authenticate()
    const item = (await service().entry(waiting.uid)).activatedItems.find((one) => one.uid === waiting.itemUid)
    expect(Date.parse(item?.balance.activatedAt ?? '')).toBe(Date.parse(due ?? ''))
    await control.advance('4 years')
    await service().authenticate()
    const later = await service().entry(using.uid)
    const endless = later.activatedItems.some((one) => one.balance.validityUnlimited === true)
    if (!endless) expect(later.totalAvailableBalance?.sizeValue).toBe(0)
    const answer = await service().get('/service/version')
    expect(new Date(answer.headers.get('date') ?? '').getFullYear()).toBeGreaterThan(new Date().getFullYear() + 3)
  })

  it('stops and runs', async () => {
    const stoppedAt = (await service().control.clock('stand')).now
    const now = async (): Promise<string> => (await service().control.state()).clock.now
    expect(await now()).toBe(stoppedAt)
    await service().control.clock('run')
    await expect.poll(now).not.toBe(stoppedAt)
  })
})
