/** The list of all keys. */
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, onTestFinished, test } from 'vitest'
import KeysDialog from '../../../../../renderer/app/palette/KeysDialog.vue'
import { createDeskI18n } from '../../../../../renderer/locales/index.ts'
import { read, text } from '../../support/mounted.ts'
import { emptyPages } from '../../support/pages.ts'

test.each([
  ['/customers', [`${text('keys.toList')}↓`]],
  ['/inventory', [`${text('keys.toRows')}↓`]],
  ['/operations', [`${text('keys.toRows')}↓`]],
  ['/operations?view=sales', [`${text('keys.toRows')}↓`]],
  ['/operations?view=totals', []],
  ['/operations?view=mails', []],
  ['/operations/o-1', []],
  ['/events', []],
  ['/settings', []],
])('on %s the arrow down is listed if it leads to rows', async (path, expected) => {
  const router = emptyPages()
  await router.push(path)
  const wrapper = mount(KeysDialog, {
    attachTo: document.body,
    props: { shortcuts: [] },
    global: { plugins: [createPinia(), createDeskI18n(), router] },
  })
  onTestFinished(() => wrapper.unmount())
  const lines = [...document.querySelectorAll('dl .line')].map((element) => read({ element }))
  expect(lines.filter((line) => line.endsWith('↓') && !line.includes(text('common.keys.shift')))).toEqual(expected)
})
