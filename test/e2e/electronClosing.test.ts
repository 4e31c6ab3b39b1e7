/**
 * Closing and quitting while the service has not answered, on the stand-in for Electron: who is asked, what waits, and
 * what the next start knows.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RunningDesk } from '../support/desk.ts'
import { type Gate, startGate } from '../support/gate.ts'
import { host, start } from './electronStandIn.ts'
import { connectedDesk, openCustomer, outcome, packageRow, type Scene } from './journey.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

describe('while money is in flight', () => {
  interface Sending extends Scene {
    readonly gate: Gate
    readonly reopen: () => Promise<RunningDesk>
  }

  /** Starts a desk whose activation is being sent: the service has executed it, and a gate holds its answer back. */
  async function sending(): Promise<Sending> {
    const userData = await temporaryFolder()
    let gate: Gate | null = null
    const through = async (serviceUrl: string): Promise<string> => (gate = await startGate(serviceUrl)).url
    const scene = await connectedDesk({ desk: { host, userData }, through })
    const between: Gate = gate ?? (await startGate(scene.sandbox.info.baseUrl))
    const sample = await scene.control.itemSample('activatable')
    await openCustomer(scene.page, sample.uid, sample.email)
    await packageRow(scene.page, sample.metatag ?? '')
      .getByRole('button', { name: 'Activate now', exact: true })
      .click()
    const dialog = scene.page.getByRole('dialog', { name: 'Activate this package?' })
    const button = dialog.getByRole('button', { name: 'Activate', exact: true })
    await expect.poll(() => button.isEnabled()).toBe(true)
    between.close()
    await button.click()
    await expect.poll(async () => (await journal(scene.desk)).map(({ state }) => state)).toEqual(['SENDING'])
    return { ...scene, gate: between, reopen: () => start({ userData }) }
  }

  async function journal(desk: RunningDesk): Promise<readonly { readonly state: string }[]> {
    const answer = await desk.page.evaluate(`window.desk.operations.list({ limit: 10 })`)
    const { value } = answer as { readonly value: { readonly rows: readonly { readonly state: string }[] } }
    return value.rows
  }

  const boxes = (desk: RunningDesk): number => desk.standIn.reports('dialog.showMessageBox').length

  test.each(['closeWindow', 'quit'] as const)(
    '%s asks once, and the box closes when the answer arrives, while the window stays',
    async (act) => {
      const { desk, page, gate } = await sending()
      await desk.standIn.command({ do: act })
      expect(await desk.standIn.nextReport('dialog.showMessageBox')).toMatchObject({
        message: 'An operation is being sent',
        buttons: ['Wait', 'Close anyway'],
      })
      await desk.standIn.command({ do: act })
      gate.open()
      expect(await desk.standIn.nextReport('dialog.closed')).toMatchObject({ response: 0 })
      await outcome(page).filter({ hasText: 'Activated' }).waitFor()
      expect(boxes(desk)).toBe(1)
      expect(desk.standIn.reports('window.closed')).toEqual([])
      await desk.standIn.command({ do: act })
      expect(await desk.ended()).toBe(0)
    },
  )

  test.each(['closeWindow', 'quit'] as const)(
    '%s, answered with "Close anyway", ends the program once the answer is journaled',
    async (act) => {
      const { desk, control, gate, reopen } = await sending()
      await desk.standIn.command({ do: act })
      await desk.standIn.nextReport('dialog.showMessageBox')
      await desk.standIn.command({ do: 'answerDialog', response: 1 })
      await desk.standIn.nextReport(act === 'quit' ? 'window.hide' : 'window.closed')
      gate.open()
      expect(await desk.ended()).toBe(0)
      expect((await control.ledger()).filter(({ kind, executed }) => kind === 'activate' && executed)).toHaveLength(1)
      expect((await journal(await reopen())).map(({ state }) => state)).toEqual(['CONFIRMED'])
    },
  )

  test.each(['closeWindow', 'quit'] as const)(
    'a second start after %s explains why there is no window',
    async (act) => {
      const { desk, gate } = await sending()
      await desk.standIn.command({ do: act })
      await desk.standIn.nextReport('dialog.showMessageBox')
      await desk.standIn.command({ do: 'answerDialog', response: 1 })
      await desk.standIn.nextReport(act === 'quit' ? 'window.hide' : 'window.closed')
      const shown = desk.standIn.reports('window.show').length
      const second = await start({ userData: desk.userData, expectExit: true })
      expect(second.exitCode).toBe(3)
      expect(await desk.standIn.nextReport('dialog.showMessageBox', 1)).toMatchObject({
        message: expect.stringContaining('still waits'),
      })
      expect(desk.standIn.reports('window.show')).toHaveLength(shown)
      gate.open()
      expect(await desk.ended()).toBe(0)
    },
  )

  test('quitting again after "Close anyway" asks no second question', async () => {
    const { desk, gate } = await sending()
    await desk.standIn.command({ do: 'quit' })
    await desk.standIn.nextReport('dialog.showMessageBox')
    await desk.standIn.command({ do: 'answerDialog', response: 1 })
    await desk.standIn.nextReport('window.hide')
    await desk.standIn.command({ do: 'quit' })
    expect(boxes(desk)).toBe(1)
    gate.open()
    expect(await desk.ended()).toBe(0)
    expect(boxes(desk)).toBe(1)
  })

  test('the system’s shutdown is not delayed: the journal is closed, and the next start knows what was being sent', async () => {
    const { desk, reopen } = await sending()
    await desk.standIn.command({ do: 'shutdown' })
    expect(await desk.ended()).toBe(0)
    expect(boxes(desk)).toBe(0)
    expect(existsSync(join(desk.userData, 'journal.db-wal'))).toBe(false)
    expect((await journal(await reopen())).map(({ state }) => state)).toEqual(['UNKNOWN'])
  })

  test('the journal is closed at once when Windows ends the session', async () => {
    const { desk } = await sending()
    expect(existsSync(join(desk.userData, 'journal.db-wal'))).toBe(true)
    await desk.standIn.command({ do: 'sessionEnd' })
    expect(existsSync(join(desk.userData, 'journal.db-wal'))).toBe(false)
    expect(existsSync(join(desk.userData, 'running'))).toBe(false)
    process.kill(desk.pid, 'SIGKILL')
  })
})

describe('while no money is in flight', () => {
  test('quitting hides the window at once, and the desk ends once', async () => {
    const desk = await start()
    await desk.standIn.command({ do: 'quit' })
    expect(desk.standIn.reports('window.hide')).toHaveLength(1)
    expect(await desk.ended()).toBe(0)
    expect(desk.standIn.reports('app.exit')).toEqual([0, 0])
  })
})
