/**
 * The sandbox as the desk starts it: one separate process, which is started again after it has ended.
 *
 * @module-tag long
 */
import { describe, expect, it } from 'vitest'
import { createSandboxStarter, type SandboxProcess } from '../../../../electron/connections/index.ts'
import { fork } from '../../../../electron/host/chromium/fork.ts'
import type { ForkRequest, ForkedProcess } from '../../../../electron/host/host.ts'
import { thrownBy } from '../service/support.ts'
import { becomes, call, desk, entry } from './support.ts'

function watched() {
  const children: ForkedProcess[] = []
  const requests: ForkRequest[] = []
  const host = {
    fork: (request: ForkRequest): ForkedProcess => {
      const child = fork(request)
      children.push(child)
      requests.push(request)
      return child
    },
  }
  return { children, requests, start: createSandboxStarter({ host, entry }) }
}

describe('the sandbox', () => {
  it('opens with a fixed profile and stays while its connection is closed', async () => {
    const { start, children, requests } = watched()
    const { connections, deleted } = await desk({ startSandboxProcess: start })
    const opened = await connections.handlers.startSandbox({ customers: 12 }, call)
    expect(opened).toMatchObject({
      health: 'online',
      directoryStorage: 'memory',
      profile: { id: 'sandbox', kind: 'sandbox', name: 'Sandbox', secret: 'session' },
    })
    expect(requests[0]?.args).toEqual(['--customers', '12'])
    expect(deleted).toEqual([])
    expect((await connections.require().client.customersPage({ size: 100, index: 0 })).received).toBeGreaterThan(0)
    expect(connections.controlPlane()?.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    await connections.handlers.close(undefined, call)
    expect(connections.controlPlane()).toBeNull()
    await connections.handlers.startSandbox(undefined, call)
    await connections.handlers.startSandbox({ customers: 12 }, call)
    expect(children).toHaveLength(1)
    expect(await connections.handlers.list(undefined, call)).toEqual([])
    await connections.handlers.startSandbox({ customers: 3 }, call)
    expect(children).toHaveLength(2)
  })

  it('that was killed is reported and started again', async () => {
    const { start, children } = watched()
    const { connections, emitted } = await desk({ startSandboxProcess: start })
    await connections.handlers.startSandbox({ customers: 3 }, call)
    const { identity } = connections.require()
    process.kill(children[0]?.pid ?? 0, 'SIGKILL')
    await becomes(connections, 'offline')
    expect(emitted.filter(({ event }) => event === 'notice')).toMatchObject([
      { payload: { code: 'sandbox_gone', details: { dataLost: true } } },
    ])
    expect(await connections.handlers.startSandbox(undefined, call)).toMatchObject({ health: 'online' })
    expect(connections.require().identity).not.toBe(identity)
  })

  it('ends with the desk, without a notice', async () => {
    const started: SandboxProcess[] = []
    const { start } = watched()
    const { connections, emitted } = await desk({
      startSandboxProcess: async (options) => (
        started.push(await start(options)),
        started.at(-1) ?? Promise.reject(new Error('none'))
      ),
    })
    await connections.handlers.startSandbox({ customers: 1 }, call)
    await connections.close()
    await new Promise<void>((resolve) => started[0]?.onExit(resolve))
    expect(emitted.filter(({ event }) => event === 'notice')).toEqual([])
  })

  it.each([
    ['can’t start', new URL('file:///no/such/entry.ts'), 20_000],
    ['isn’t ready in time', entry, 1],
  ])('that %s is not available', async (_name, wrong, timeoutMs) => {
    const { connections } = await desk({
      startSandboxProcess: createSandboxStarter({ host: { fork }, entry: wrong, timeoutMs }),
    })
    expect(await thrownBy(connections.handlers.startSandbox(undefined, call))).toMatchObject({
      code: 'sandbox_unavailable',
    })
    expect(connections.current()).toBeNull()
  })
})
