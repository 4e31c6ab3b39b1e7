/**
 * The configuration of electron-builder: an AppImage, a .deb and an .rpm for Linux, an installer for Windows, disk
 * images for macOS. Processors are passed with each run, because those of a target here would override them.
 * Certificates and passwords come from environment variables that electron-builder reads itself (CSC_LINK,
 * WIN_CSC_LINK, APPLE_API_KEY and related ones); none is stored or passed on here.
 */
import type { Configuration } from 'electron-builder'
import { updateAddress } from '../../electron/host/electron/updates/address.ts'
import { isInstalled } from '../../electron/base/isInstalled.ts'
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

/**
 * Libraries that Electron needs and that not every system has, by their names on Debian and Ubuntu. The newer names
 * come first, because other packages offer some of the older ones too.
 */
const debianLibraries = [
  'libasound2t64 | libasound2',
  'libatspi2.0-0t64 | libatspi2.0-0',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0t64 | libgtk-3-0',
  'libnotify4',
  'libnss3',
  'libsecret-1-0',
  'libuuid1',
  'libxtst6',
  'xdg-utils',
]

/** The same libraries by their files, which every distribution with .rpm packages offers, whatever its names are. */
const rpmLibraries = [
  ...[
    'libasound.so.2',
    'libatspi.so.0',
    'libdrm.so.2',
    'libgbm.so.1',
    'libgtk-3.so.0',
    'libnotify.so.4',
    'libnss3.so',
    'libsecret-1.so.0',
    'libuuid.so.1',
    'libXtst.so.6',
  ].map((file) => `${file}()(64bit)`),
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

/** Returns where updates come from. Without an address no package checks for any, and none contains app-update.yml. */
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

/** Whether the program is installed that electron-builder makes .rpm packages with, which it does not bring. */
export const canMakeRpm = (env: NodeJS.ProcessEnv): boolean => isInstalled('rpmbuild', env)

function linux(env: NodeJS.ProcessEnv): Pick<Configuration, 'appImage' | 'deb' | 'linux' | 'rpm'> {
  const folder = 'build/package/linux'
  const scripts = {
    afterInstall: `${folder}/after-install.sh`,
    afterRemove: `${folder}/after-remove.sh`,
    appArmorProfile: `${folder}/apparmor-profile`,
  }
  return {
    linux: {
      target: ['AppImage', 'deb', ...(canMakeRpm(env) ? ['rpm'] : [])],
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
      ...scripts,
    },
    rpm: {
      depends: rpmLibraries,
      ...scripts,
      // Links by the ids of Electron's binaries would collide with those of every other program on this Electron.
      fpm: ['--rpm-rpmbuild-define=_build_id_links none'],
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
