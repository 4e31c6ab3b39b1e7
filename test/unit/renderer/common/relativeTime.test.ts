import fc from 'fast-check'
import { expect, test } from 'vitest'
import RelativeTime from '../../../../renderer/common/RelativeTime.vue'
import { mounted, read } from '../support/mounted.ts'

const day = 24 * 3600_000
const base = Date.UTC(2026, 5, 15)
const instant = fc.integer({ min: -400 * day, max: 400 * day }).map((offset) => new Date(base + offset).toISOString())

test('what has happened is never shown as in the future, whatever the clocks say', async () => {
  const wrapper = mounted(RelativeTime, { instant: new Date(base).toISOString() })
  await fc.assert(
    fc.asyncProperty(instant, instant, async (happened, now) => {
      await wrapper.setProps({ instant: happened, now, past: true })
      expect(read(wrapper)).not.toMatch(/^in /)
      await wrapper.setProps({ past: false })
      if (Date.parse(happened) - Date.parse(now) > day) expect(read(wrapper)).toMatch(/^in /)
    }),
  )
})
