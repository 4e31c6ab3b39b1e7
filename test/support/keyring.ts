/**
 * A session bus with a real, unlocked gnome-keyring on it, private to a test: nothing of this machine's session is
 * touched.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'

export interface Keyring {
  /** The environment variables by which a program finds the keyring. */
  readonly env: Readonly<Record<string, string>>
  /** Stops answering, as a keyring does whose question to a person is open, or goes on with what was asked. */
  readonly setPaused: (isPaused: boolean) => void
  /** Ends the keyring and starts another one with what was stored. */
  readonly restart: () => Promise<void>
  readonly lock: () => Promise<void>
  readonly stop: () => Promise<void>
}

async function firstLine(child: ChildProcess): Promise<string> {
  const { stdout } = child
  if (stdout === null) throw new Error('no standard output')
  return new Promise((resolve, reject) => {
    createInterface({ input: stdout }).once('line', resolve)
    child.once('error', reject).once('exit', (code) => {
      reject(new Error(`ended with ${String(code)} before it was ready`))
    })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await exited
}

/** Waits until the keyring owns its name on the bus. */
async function waitForSecretService(env: NodeJS.ProcessEnv, daemon: ChildProcess): Promise<void> {
  const query = [
    '--session',
    '--print-reply=literal',
    '--dest=org.freedesktop.DBus',
    '/',
    'org.freedesktop.DBus.NameHasOwner',
    'string:org.freedesktop.secrets',
  ]
  while (!(await promisify(execFile)('dbus-send', query, { env })).stdout.includes('true')) {
    if (daemon.exitCode !== null) throw new Error(`gnome-keyring-daemon ended with ${String(daemon.exitCode)}`)
  }
}

export async function startKeyring(): Promise<Keyring> {
  const home = await mkdtemp(join(tmpdir(), 'esim-desk-keyring-'))
  const runtime = join(home, 'run')
  await mkdir(runtime, { mode: 0o700 })
  const folders = { HOME: home, XDG_RUNTIME_DIR: runtime, XDG_DATA_HOME: join(home, 'data') }
  const bus = spawn('dbus-daemon', ['--session', '--nofork', '--print-address'], {
    env: { PATH: process.env['PATH'], ...folders },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const env = { ...folders, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus) }
  const all = { PATH: process.env['PATH'], ...env }
  const unlocked = async (): Promise<ChildProcess> => {
    const started = spawn('gnome-keyring-daemon', ['--foreground', '--unlock', '--components=secrets'], {
      env: all,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    started.stdin.end('\n')
    await waitForSecretService(all, started)
    return started
  }
  let daemon: ChildProcess | null = null
  const setPaused = (isPaused: boolean): void => void daemon?.kill(isPaused ? 'SIGSTOP' : 'SIGCONT')
  const endDaemon = async (): Promise<void> => {
    setPaused(false)
    if (daemon !== null) await end(daemon)
  }
  const stop = async (): Promise<void> => {
    await endDaemon()
    await end(bus)
    await rm(home, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    daemon = await unlocked()
  } catch (error) {
    await stop()
    throw error
  }
  return {
    env,
    setPaused,
    async restart() {
      await endDaemon()
      daemon = await unlocked()
    },
    async lock() {
      const request = [
        '--dest=org.freedesktop.secrets',
        '/org/freedesktop/secrets',
        'org.freedesktop.Secret.Service.Lock',
      ]
      const collection = 'array:objpath:/org/freedesktop/secrets/collection/login'
      await promisify(execFile)('dbus-send', ['--session', '--print-reply', ...request, collection], { env: all })
    },
    stop,
  }
}
