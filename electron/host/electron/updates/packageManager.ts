/**
 * Installs a downloaded .deb. electron-updater would run dpkg and repair missing libraries afterwards; where the person
 * cancels the question for a password, that repair has nothing to do and counts as an installation. It would also block
 * this process meanwhile, and a second start ends a program that does not answer. Here apt installs the package with its
 * libraries or not at all, in a process of its own and without a shell, and the installed version is read back.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { UpdateFailure } from '../../updates.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { DownloadedUpdate } from './source.ts'

const run = promisify(execFile)

/** apt prints a line for every step of a large installation. */
const maxBuffer = 16 * 1024 * 1024

/** Asks for a password where it has to. */
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

/** Debian writes `~` before what comes before a release. */
async function installedVersion(): Promise<string> {
  const { stdout } = await run('dpkg-query', ['--show', '--showformat=${Version}', packageJson.name])
  return stdout.trim().replaceAll('~', '-')
}
