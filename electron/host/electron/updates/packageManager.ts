/**
 * Installs a downloaded .deb. electron-updater would run dpkg and repair missing libraries afterwards; where the person
 * cancels the question for a password, that repair has nothing to do and counts as an installation. Here apt installs
 * the package with its libraries or not at all, and the installed version is read back.
 */
import { execFileSync } from 'node:child_process'
import { DebUpdater } from 'electron-updater'
import { UpdateFailure } from '../../updates.ts'
import packageJson from '../../../../package.json' with { type: 'json' }

export class PackageManagerUpdater extends DebUpdater {
  /** Asks for a password where it has to. Nothing else happens in this process meanwhile. */
  installPackage(version: string): void {
    const file = this.installerPath
    if (file === null) throw new UpdateFailure('corrupt')
    try {
      this.runCommandWithSudoIfNeeded(['apt-get', 'install', '-y', file])
    } catch (thrown) {
      throw new UpdateFailure('installer_failed', { cause: thrown })
    }
    if (installedVersion() !== version) throw new UpdateFailure('installer_failed')
  }
}

/** Debian writes `~` before what comes before a release. */
function installedVersion(): string {
  const version = execFileSync('dpkg-query', ['--show', '--showformat=${Version}', packageJson.name], {
    encoding: 'utf8',
  })
  return version.trim().replaceAll('~', '-')
}
