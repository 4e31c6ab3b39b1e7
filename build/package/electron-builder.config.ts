/**
 * The configuration of electron-builder: an AppImage and a .deb for Linux, an installer for Windows, disk images for
 * macOS. Processors are passed with each run, because those of a target here would override them. Certificates and
 * passwords come from environment variables that electron-builder reads itself (CSC_LINK, WIN_CSC_LINK, APPLE_API_KEY
 * and related ones); none is stored or passed on here.
 */
import type { Configuration } from 'electron-builder'
import { updateAddress } from '../../electron/host/electron/updates/address.ts'
import { product } from '../../electron/base/product.ts'
import { hasMacCertificate, windowsSigning } from './certificates.ts'
import { inProject, PackagingProblem } from './project.ts'
import { filePatterns } from './shippedFiles.ts'

export interface PackageOptions {
  readonly env: NodeJS.ProcessEnv
  /** The folder to which packages are written. */
  readonly output: string
  /** Returns the folder or the zip file of Electron for a target. */
  readonly electronDist: Exclude<Configuration['electronDist'], string | null | undefined>
  readonly afterExtract: Exclude<Configuration['afterExtract'], string | null | undefined>
  readonly afterPack: Exclude<Configuration['afterPack'], string | null | undefined>
  /** Files that this run creates and places beside the archive, by their names there. */
  readonly resources: Readonly<Record<string, string>>
}

/** Libraries that Electron needs and that not every system has, by their names on Debian and Ubuntu. */
const debianLibraries = [
  'libasound2 | libasound2t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libuuid1',
  'libxtst6',
  'xdg-utils',
]

export function packageConfiguration(options: PackageOptions): Configuration {
  const { env, output, resources } = options
  return {
    appId: product.id,
    productName: product.name,
    copyright: `Copyright © ${String(new Date().getFullYear())} The eSIM Desk authors`,
    directories: { output, buildResources: inProject('build', 'icons') },
    artifactName: `${product.executable}-\${version}-\${os}-\${arch}.\${ext}`,
    asar: { smartUnpack: false },
    asarUnpack: ['**/*.node'],
    electronDist: options.electronDist,
    // The native modules are built for Node-API, which does not differ between Node and Electron.
    npmRebuild: false,
    allowMissingDependencies: false,
    afterExtract: options.afterExtract,
    afterPack: options.afterPack,
    extraResources: Object.entries(resources).map(([to, from]) => ({ from, to })),
    publish: updateSource(env),
    // A .deb needs a home page.
    extraMetadata: { homepage: env['ESIM_DESK_HOMEPAGE'] ?? 'https://esim-desk.invalid' },
    toolsets: { appimage: '1.0.3' },
    ...linux(env),
    ...windows(env),
    ...macos(env),
  }
}

/** Returns where updates come from. Without an address no package looks for any, and none contains app-update.yml. */
function updateSource(env: NodeJS.ProcessEnv): { provider: 'generic'; url: string; channel: string }[] | null {
  const address = env['ESIM_DESK_UPDATE_URL'] ?? ''
  if (address === '') return null
  try {
    updateAddress(address)
  } catch (error) {
    throw new PackagingProblem('ESIM_DESK_UPDATE_URL has to be an https address without credentials.', { cause: error })
  }
  return [{ provider: 'generic', url: address, channel: 'latest' }]
}

function linux(env: NodeJS.ProcessEnv): Pick<Configuration, 'appImage' | 'deb' | 'linux'> {
  const scripts = 'build/package/linux'
  return {
    linux: {
      target: ['AppImage', 'deb'],
      executableName: product.executable,
      // Electron names its windows after the desktop entry that package.json names.
      syncDesktopName: true,
      icon: 'png',
      // The icon of the window, for taskbars without a desktop entry, which an AppImage does not install.
      extraResources: [{ from: inProject('build', 'icons', 'png', '256x256.png'), to: product.windowIcon }],
      category: 'Office',
      synopsis: 'Support desk of a reseller of eSIM data packages',
      desktop: { entry: { Keywords: 'eSIM;SIM;support;reseller;', StartupNotify: 'true' } },
      maintainer: env['ESIM_DESK_MAINTAINER'] ?? 'The eSIM Desk authors <maintainers@esim-desk.invalid>',
      files: filePatterns('linux'),
    },
    // The start script of AppImages would otherwise add --no-sandbox to every start from the desktop.
    appImage: { executableArgs: [] },
    deb: {
      packageCategory: 'net',
      priority: 'optional',
      depends: debianLibraries,
      // Any program that provides the Secret Service can store the credentials; pkexec asks for the password of an
      // update.
      recommends: ['gnome-keyring | kwalletmanager | keepassxc', 'pkexec | policykit-1'],
      afterInstall: `${scripts}/after-install.sh`,
      afterRemove: `${scripts}/after-remove.sh`,
      appArmorProfile: `${scripts}/apparmor-profile`,
    },
  }
}

function windows(env: NodeJS.ProcessEnv): Pick<Configuration, 'nsis' | 'win'> {
  return {
    win: { target: ['nsis'], icon: 'icon.ico', files: filePatterns('win32'), ...windowsSigning(env) },
    nsis: {
      oneClick: true,
      perMachine: false,
      buildUniversalInstaller: false,
      include: 'build/package/windows/installer.nsh',
      // No program may delete the journal of money operations.
      deleteAppDataOnUninstall: false,
    },
  }
}

/** Without a certificate the program is signed ad hoc, because Apple's processors refuse unsigned programs. */
function macos(env: NodeJS.ProcessEnv): Pick<Configuration, 'mac'> {
  const isSigned = hasMacCertificate(env)
  const entitlements = 'build/package/mac/entitlements.plist'
  return {
    mac: {
      // Updates on macOS use the zip file.
      target: ['dmg', 'zip'],
      icon: 'icon.icns',
      category: 'public.app-category.business',
      darkModeSupport: true,
      entitlements,
      entitlementsInherit: entitlements,
      hardenedRuntime: isSigned,
      ...(!isSigned && { identity: '-', notarize: false }),
      files: filePatterns('darwin'),
    },
  }
}
