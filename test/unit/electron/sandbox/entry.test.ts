/**
 * Tests the entry as a separate process: what it prints, and when it exits.
 *
 * @module-tag long
 */
import { fork, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { projectNode } from '../../../support/projectNode.ts'

const entry = fileURLToPath(new URL('../../../../electron/sandbox/main.ts', import.meta.url))
const Info = z.strictObject({
  baseUrl: z.url(),
  segment: z.string(),
  clientId: z.string(),
  clientSecret: z.string(),
  controlUrl: z.url(),
  controlToken: z.string(),
})
const children: ChildProcess[] = []

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL')
      await once(child, 'exit')
    }
  }
})

function start(args: readonly string[]): ChildProcess {
  const child = spawn(projectNode, [entry, '--customers', '20', ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

function readOutput(child: ChildProcess, isComplete: (text: string) => boolean): Promise<string> {
  return new Promise((resolve) => {
    let text = ''
    const take = (chunk: Buffer): void => {
      text += chunk.toString()
      if (isComplete(text)) resolve(text)
    }
    child.stdout?.on('data', take)
    child.stderr?.on('data', take)
    child.once('close', () => resolve(text))
  })
}

describe('the sandbox as a process', () => {
  it('prints JSON for programs first, then a page for people with working curl examples', async () => {
    const text = await readOutput(start(['--segment', 'acme', '--variants', '{"listEnvelope":"object"}']), (all) =>
      all.includes('Ctrl+C'),
    )
    const [first = '', ...rest] = text.split('\n')
    const info = Info.parse(JSON.parse(first))
    expect(info.segment).toBe('acme')
    const lines = rest.filter((line) => /^ {2}([A-Z]+=|curl)/.test(line)).map((line) => line.trim())
    // The script runs the lines unchanged; the lines that start with curl also print their status.
    const calls = lines.filter((line) => line.startsWith('curl'))
    const script = lines
      .map((line) => (line.startsWith('curl') ? `${line} -o /dev/null -w '%{http_code}\\n'` : line))
      .join('\n')
    const shell = spawn('sh', ['-c', script])
    children.push(shell)
    const statuses = (await readOutput(shell, () => false)).trim().split('\n')
    expect(statuses).toEqual(calls.map(() => '200'))
    expect(calls.length).toBeGreaterThan(15)
  })

  it('listens on loopback only', async () => {
    const text = await readOutput(start([]), (all) => all.includes('\n'))
    const { baseUrl, controlUrl } = Info.parse(JSON.parse(text.split('\n')[0] ?? ''))
    for (const url of [baseUrl, controlUrl]) expect(new URL(url).hostname).toBe('127.0.0.1')
  })

  it.each([
    [['--port', 'many'], /--port is a whole number/],
    [['--segment', 'reseller'], /segment can't be reseller/],
    [['--segment', 'a/b'], /one part of a path/],
    [['--variants', '[]'], /--variants is a JSON object/],
    [['--nonsense'], /nonsense/],
  ])('explains the error in %j and exits with code 2', async (args, message) => {
    const child = start(args)
    const closed = once(child, 'close')
    expect(await readOutput(child, () => false)).toMatch(message)
    expect((await closed)[0]).toBe(2)
  })

  it('reports that a port is in use, and exits with code 1', async () => {
    const text = await readOutput(start([]), (all) => all.includes('\n'))
    const { port } = new URL(Info.parse(JSON.parse(text.split('\n')[0] ?? '')).baseUrl)
    const second = start(['--port', port])
    const closed = once(second, 'close')
    expect(await readOutput(second, () => false)).toMatch(/could not start: .*EADDRINUSE/)
    expect((await closed)[0]).toBe(1)
  })

  it('exits when its input ends if --exit-with-parent is set, and not otherwise', async () => {
    const [exiting, staying] = [start(['--exit-with-parent']), start([])]
    await Promise.all([
      readOutput(exiting, (all) => all.includes('Ctrl+C')),
      readOutput(staying, (all) => all.includes('Ctrl+C')),
    ])
    staying.stdin?.end()
    const closed = once(exiting, 'exit')
    exiting.stdin?.end()
    expect((await closed)[0]).toBe(0)
    expect(staying.exitCode).toBeNull()
  })

  it('posts the same object to a parent that forked it, and exits when the parent disconnects', async () => {
    const child = fork(entry, ['--customers', '5'], { execPath: projectNode, silent: true })
    children.push(child)
    const [info] = await once(child, 'message')
    expect(Info.parse(info).segment).toBe('service')
    const closed = once(child, 'exit')
    child.disconnect()
    expect((await closed)[0]).toBe(0)
  })
})
