/** Handing over one eSIM's installation, as the buttons of its card do it. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { effectScope, nextTick, type EffectScope } from 'vue'
import { DeskError } from '#shared/errors.ts'
import type { InputOf, OutputOf } from '#shared/contract.ts'
import type { InstallationSheet } from '#shared/model/installation.ts'
import { useInstallation, type Installation } from '../../../../../renderer/features/documents/useInstallation.ts'
import { desk } from '../../../../../renderer/lib/desk.ts'
import { at, recordRequests } from '../../support/deferred.ts'
import { customerUid } from '../../support/samples.ts'
import { sheet } from './samples.ts'
import { eventually } from '../../../../support/eventually.ts'

let scope: EffectScope
let installation: Installation
let reads = recordRequests<InputOf<'installation', 'sheet'>, InstallationSheet>()
let prints: InputOf<'installation', 'print'>[]
let saves = recordRequests<InputOf<'installation', 'savePdf'>, OutputOf<'installation', 'savePdf'>>()

beforeEach(() => {
  reads = recordRequests()
  saves = recordRequests()
  prints = []
  scope = effectScope()
  const fake = {
    ...desk.installation,
    sheet: reads.send,
    savePdf: saves.send,
    print: (input: InputOf<'installation', 'print'>) => Promise.resolve((prints.push(input), null)),
  }
  const composable = scope.run(() =>
    useInstallation(
      () => ({ customerUid, esimUid: sheet().esimUid }),
      fake,
      () => ({ pageSize: 'A4' }),
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
  expect(installation.forMail.value).toBe(true)
  expect(installation.language.value).toBe('fr')
  expect(reads.requests).toHaveLength(1)
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
