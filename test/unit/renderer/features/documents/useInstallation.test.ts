/** Handing over one eSIM's installation, as the buttons of its card do it. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { effectScope, nextTick, type EffectScope } from 'vue'
import { DeskError } from '#shared/errors.ts'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { InstallationSheet } from '#shared/model/esim/installation.ts'
import {
  useInstallation,
  type Installation,
  type KnownEsim,
} from '../../../../../renderer/features/documents/useInstallation.ts'
import { desk } from '../../../../../renderer/lib/desk.ts'
import { at, recordRequests } from '../../support/deferred.ts'
import { customerUid, mailRow } from '../../support/samples.ts'
import { sheet } from './samples.ts'
import { eventually } from '../../../../support/eventually.ts'

let scope: EffectScope
let installation: Installation
let reads = recordRequests<InputOf<'installation', 'sheet'>, InstallationSheet>()
let prints: InputOf<'installation', 'print'>[]
let mails: InputOf<'installation', 'email'>[]
let known: KnownEsim | null
let saves = recordRequests<InputOf<'installation', 'savePdf'>, OutputOf<'installation', 'savePdf'>>()

beforeEach(() => {
  reads = recordRequests()
  saves = recordRequests()
  prints = []
  mails = []
  known = null
  scope = effectScope()
  const fake = {
    ...desk.installation,
    sheet: reads.send,
    savePdf: saves.send,
    print: (input: InputOf<'installation', 'print'>) => Promise.resolve((prints.push(input), null)),
    email: (input: InputOf<'installation', 'email'>) =>
      Promise.resolve((mails.push(input), mailRow({ language: 'de' }))),
  }
  const composable = scope.run(() =>
    useInstallation(
      () => ({ customerUid, esimUid: sheet().esimUid }),
      fake,
      () => ({ pageSize: 'A4' }),
      () => known,
    ),
  )
  if (composable === undefined) throw new Error('The scope is over')
  installation = composable
})
afterEach(() => scope.stop())

test('it is read in the customer’s language when it is shown, and discarded when it is closed', async () => {
  const showing = installation.show()
  at(reads.requests, 0).answer(sheet({ language: 'de' }))
  await showing
  expect(installation.shown.value?.code?.matchingId).toBe('AB-12')
  expect(installation.messages.value?.title).toBe('So installieren Sie Ihre eSIM')
  installation.close()
  expect(installation.shown.value).toBeNull()
})

test('mailing continues with the sheet and the language that the dialog shows', async () => {
  const showing = installation.show()
  at(reads.requests, 0).answer(sheet({ language: 'de' }))
  await showing
  await installation.setLanguage('fr')
  await installation.show('forMail')
  expect(installation.mailing.value?.customerEmail).toBe('ada@example.org')
  expect(installation.language.value).toBe('fr')
  expect(reads.requests).toHaveLength(1)
})

describe('an eSIM whose code is known to be usable', () => {
  const mail = { to: 'ada@example.org', note: '', copy: false, otherAddress: false }

  beforeEach(() => (known = sheet({ language: 'de' })))

  test('is printed, saved and mailed by one call each, and its code is not read for the window', async () => {
    await installation.print()
    const saving = installation.savePdf()
    await eventually(() => expect(saves.requests).toHaveLength(1))
    at(saves.requests, 0).answer({ path: '/x.pdf' })
    await saving
    await installation.show('forMail')
    expect(installation.mailing.value?.customerEmail).toBe('ada@example.org')
    await installation.setLanguage('fr')
    await installation.email(mail)
    expect(reads.requests).toEqual([])
    expect(installation.shown.value).toBeNull()
    const esim = { customerUid, esimUid: sheet().esimUid }
    expect(prints).toEqual([{ esims: [esim], language: 'de' }])
    expect(at(saves.requests, 0).input).toMatchObject({ language: 'de', name: 'eSIM 8948010000012345678 de' })
    expect(mails).toEqual([{ ...esim, ...mail, language: 'fr', pageSize: 'A4' }])
  })

  test('is offered in its own language again when a mail was closed', async () => {
    await installation.show('forMail')
    await installation.setLanguage('fr')
    installation.close()
    expect(installation.mailing.value).toBeNull()
    await installation.show('forMail')
    expect(installation.language.value).toBe('de')
  })
})

test('an unusable code is explained before a mail is typed', async () => {
  const showing = installation.show('forMail')
  at(reads.requests, 0).answer(sheet({ code: null, qr: null, problem: 'parts' }))
  await showing
  expect(installation.mailing.value).toBeNull()
  expect(installation.shown.value?.problem).toBe('parts')
})

test('printing names the eSIM, and the main process draws what it reads itself', async () => {
  const printing = installation.print()
  at(reads.requests, 0).answer(sheet({ language: 'de' }))
  await printing
  expect(prints).toEqual([{ esims: [{ customerUid, esimUid: sheet().esimUid }], language: 'de' }])
})

test('saving uses the ICCID and the language as the name, and the chosen paper size', async () => {
  const showing = installation.show()
  at(reads.requests, 0).answer(sheet())
  await showing
  await installation.setLanguage('fr')
  installation.pageSize.value = 'Letter'
  const saving = installation.savePdf()
  await eventually(() => expect(saves.requests).toHaveLength(1))
  at(saves.requests, 0).answer({ path: '/x.pdf' })
  expect(await saving).toBe('/x.pdf')
  expect(at(saves.requests, 0).input).toEqual({
    esims: [{ customerUid, esimUid: sheet().esimUid }],
    language: 'fr',
    pageSize: 'Letter',
    name: 'eSIM 8948010000012345678 fr',
  })
  expect(reads.requests).toHaveLength(1)
})

test('an invalid code is not printed, and the dialog says why', async () => {
  const printing = installation.print()
  at(reads.requests, 0).answer(sheet({ code: null, qr: null, problem: 'parts' }))
  await printing
  expect(prints).toEqual([])
  expect(installation.shown.value?.problem).toBe('parts')
})

test('one action runs at a time', async () => {
  void installation.show()
  expect(installation.currentAction.value).toBe('show')
  await installation.print()
  expect(reads.requests).toHaveLength(1)
})

test('a failure is reported, and the next action starts again', async () => {
  const showing = installation.show()
  at(reads.requests, 0).fail(new DeskError('service_timeout', 'late'))
  await showing
  expect(installation.error.value?.code).toBe('service_timeout')
  void installation.show()
  await nextTick()
  expect(installation.error.value).toBeNull()
})

test('a page that is left while the sheet is being read prints nothing', async () => {
  const printing = installation.print()
  scope.stop()
  at(reads.requests, 0).answer(sheet())
  await printing
  expect(prints).toEqual([])
})
