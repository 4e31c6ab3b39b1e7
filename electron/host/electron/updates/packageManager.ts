/**
 * Installs a downloaded .deb. electron-updater would run dpkg and then repair missing libraries; if the person cancels
 * the password dialog, that repair has nothing to do and counts as success. It would also block this process, and a
 * second start ends a program that does not respond. Here apt installs the package with its libraries or not at all, in
 * a separate process without a shell, and the installed version is read back.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UpdateFailure } from '../../updates.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { DownloadedUpdate } from './source.ts'

const run = promisify(execFile)

/** Bytes of output: apt prints a line for every step of a large installation. */
const maxBuffer = 16 * 1024 * 1024

/** Installs the package and asks for a password if necessary. */
export async function installPackage({ version, file }: Pick<DownloadedUpdate, 'version' | 'file'>): Promise<void> {
  const command = ['apt-get', 'install', '-y', file]
  const [program = '', ...args] =
    process.getuid?.() === 0 ? command : ['pkexec', '--disable-internal-agent', ...command]
  try {
    await run(program, args, { maxBuffer })
  } catch (thrown) {
    throw new UpdateFailure('installer_failed', { cause: thrown })
  }
  if ((await installedVersion()) !== version) throw new UpdateFailure('installer_failed')
}

/** Reads the installed version. Debian writes `~` before a pre-release suffix. */
async function installedVersion(): Promise<string> {
  const { stdout } = await run('dpkg-query', ['--show', '--showformat=${Version}', packageJson.name])
  return stdout.trim().replaceAll('~', '-')
}
