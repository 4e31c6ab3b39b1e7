import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveDialogOptions } from '../../../../../electron/host/electron/saveDialog.ts'
import { textIn } from '../../../../../electron/host/electron/text/index.ts'

const folder = join('/', 'home', 'ada', 'Downloads')
const options = (name: string) => saveDialogOptions(name, folder, textIn('en').fileTypes)

test.each([
  ['eSIM 8948 en.pdf', { name: 'PDF document', extensions: ['pdf'] }],
  ['operations.csv', { name: 'CSV table', extensions: ['csv'] }],
  ['codes.ZIP', { name: 'ZIP archive', extensions: ['zip'] }],
])('%s is offered in the folder with files of its type', (name, filter) => {
  expect(options(name)).toMatchObject({ defaultPath: join(folder, name), filters: [filter] })
})

test.each(['readme', 'page.html', 'x.constructor'])('%s has no type of its own, and every file is shown', (name) => {
  expect(options(name).filters).toEqual([])
})

test.each([
  ['../../x.pdf', '.._.._x.pdf'],
  ['a/b:c?.csv', 'a_b_c_.csv'],
  ['..', 'file'],
  ['', 'file'],
])('%j never leads out of the folder', (name, safe) => {
  expect(options(name).defaultPath).toBe(join(folder, safe))
})

test('a file that is there already is only replaced after a question', () => {
  expect(options('x.pdf').properties).toContain('showOverwriteConfirmation')
})
