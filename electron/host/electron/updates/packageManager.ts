/**
 * Installs a downloaded .deb or .rpm. electron-updater would run dpkg and then repair missing libraries; if the person
 * cancels the password dialog, that repair has nothing to do and counts as success. For an .rpm it would not check the
 * signatures of libraries either. It would also block this process, and a second start ends a program that does not
 * respond. Here the package manager installs the package with its libraries or not at all, in a separate process
 * without a shell, and the installed version is read back.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { isInstalled } from '../../../base/isInstalled.ts'
import { UpdateFailure } from '../../updates.ts'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { LinuxPackage } from './packageKind.ts'
import type { DownloadedUpdate } from './source.ts'

const run = promisify(execFile)

/** Bytes of output: a package manager prints a line for every step of a large installation. */
const maxBuffer = 16 * 1024 * 1024

/** For each kind the commands that install a file, of which a system has one, and the one that prints the version. */
const managers = {
  deb: {
    install: [['apt-get', 'install', '-y']],
    version: ['dpkg-query', '--show', '--showformat=${Version}'],
  },
  rpm: {
    install: [
      ['dnf', 'install', '-y'],
      ['zypper', '--non-interactive', 'install', '--allow-unsigned-rpm'],
    ],
    version: ['rpm', '--query', '--queryformat', '%{VERSION}'],
  },
} as const satisfies Readonly<Record<LinuxPackage, unknown>>

/** Installs the package and asks for a password if necessary. */
export async function installPackage(
  kind: LinuxPackage,
  { version, file }: Pick<DownloadedUpdate, 'version' | 'file'>,
): Promise<void> {
  const { install } = managers[kind]
  const manager = install.find(([program]) => isInstalled(program)) ?? install[0]
  const command = [...manager, file]
  const [program = '', ...args] =
    process.getuid?.() === 0 ? command : ['pkexec', '--disable-internal-agent', ...command]
  try {
    await run(program, args, { maxBuffer })
  } catch (thrown) {
    throw new UpdateFailure('installer_failed', { cause: thrown })
  }
  if ((await installedVersion(kind)) !== version) throw new UpdateFailure('installer_failed')
}

/** Reads the installed version. Packages have `~` before a pre-release suffix. */
async function installedVersion(kind: LinuxPackage): Promise<string> {
  const [program, ...args] = managers[kind].version
  const { stdout } = await run(program, [...args, packageJson.name])
  return stdout.trim().replaceAll('~', '-')
}
