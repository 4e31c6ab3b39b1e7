/** The frame says that nothing is stored, and only then. */
import { expect, test } from 'vitest'
import { nextTick } from 'vue'
import type { CurrentConnection } from '#shared/model/connection.ts'
import SessionOnly from '../../../../../renderer/app/frame/SessionOnly.vue'
import { useConnection } from '../../../../../renderer/lib/connection.store.ts'
import { installBridge } from '../../support/bridge.ts'
import { mounted, read, text } from '../../support/mounted.ts'
import { now } from '../../support/samples.ts'

function current(
  kind: 'service' | 'sandbox',
  secret: 'stored' | 'session',
  directoryStorage: 'disk' | 'memory',
): CurrentConnection {
  const profile = {
    id: 'p',
    name: 'Acme',
    kind,
    address: 'https://example.org',
    segment: 'acme',
    caFile: null,
    proxy: null,
    linkHost: null,
    secret,
    createdAt: now,
    lastOpenedAt: now,
  }
  return { profile, health: 'online', problem: null, directoryStorage, openedAt: now }
}

async function renderNotice(connection: CurrentConnection) {
  installBridge({})
  const wrapper = mounted(SessionOnly)
  useConnection().take(connection)
  await nextTick()
  return wrapper.find('a')
}

test.each([
  ['service', 'session', 'memory', text('frame.session.both')],
  ['service', 'session', 'disk', text('frame.session.secret')],
  ['service', 'stored', 'memory', text('frame.session.list')],
] as const)(
  '%s, secret %s, list %s: the notice names what is lost with the session',
  async (kind, secret, storage, what) => {
    const link = await renderNotice(current(kind, secret, storage))
    expect(read(link)).toContain(text('frame.session.words'))
    expect(link.attributes('title')).toBe(what)
  },
)

test.each([
  ['service', 'stored', 'disk'],
  ['sandbox', 'session', 'memory'],
] as const)('%s, secret %s, list %s: there is no notice', async (kind, secret, storage) => {
  expect((await renderNotice(current(kind, secret, storage))).exists()).toBe(false)
})
