/**
 * Sets the fuses of a packed Electron to the values in `electron/host/electron/settings.ts`, and reads them back. A
 * fuse of the binary that the settings do not name stops the build, so that a new version of Electron cannot add one
 * unnoticed.
 *
 * electron-builder's own `electronFuses` is not used: it does not support the fuse WasmTrapHandlers.
 */
import { join } from 'node:path'
import { flipFuses, FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'
import { fuses } from '../../electron/host/electron/settings.ts'
import { product } from '../../electron/base/product.ts'
import { PackagingProblem, type Target } from './project.ts'

/** The program's file on Linux. The launcher has the executable's own name: see linux/launcher.sh. */
export const linuxBinary = `${product.executable}-bin`

/** Returns the file, or on macOS the bundle, that `@electron/fuses` writes to. */
export function electronBinary(appFolder: string, platform: Target['platform']): string {
  const names = { darwin: `${product.name}.app`, linux: linuxBinary, win32: `${product.name}.exe` }
  return join(appFolder, names[platform])
}

export async function setFuses(binary: string, platform: Target['platform']): Promise<void> {
  try {
    await flip(binary, platform)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new PackagingProblem(`The fuses of ${binary} can't be set: ${reason}`, { cause: error })
  }
}

async function flip(binary: string, platform: Target['platform']): Promise<void> {
  await flipFuses(binary, {
    version: FuseVersion.V1,
    strictlyRequireAllFuses: true,
    // Writing to the file breaks its signature, and Apple's processors start no program with a broken one.
    resetAdHocDarwinSignature: platform === 'darwin' && process.platform === 'darwin',
    [FuseV1Options.RunAsNode]: fuses.RunAsNode,
    [FuseV1Options.EnableCookieEncryption]: fuses.EnableCookieEncryption,
    [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: fuses.EnableNodeOptionsEnvironmentVariable,
    [FuseV1Options.EnableNodeCliInspectArguments]: fuses.EnableNodeCliInspectArguments,
    [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: fuses.EnableEmbeddedAsarIntegrityValidation,
    [FuseV1Options.OnlyLoadAppFromAsar]: fuses.OnlyLoadAppFromAsar,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: fuses.LoadBrowserProcessSpecificV8Snapshot,
    [FuseV1Options.GrantFileProtocolExtraPrivileges]: fuses.GrantFileProtocolExtraPrivileges,
    [FuseV1Options.WasmTrapHandlers]: fuses.WasmTrapHandlers,
  })
}

/** Reads the fuses of a binary by name; a byte that means neither on nor off is returned as text. */
export async function readFuses(binary: string): Promise<Readonly<Record<string, boolean | string>>> {
  const wire = Object.entries(await getCurrentFuseWire(binary)).filter(([key]) => key !== 'version')
  return Object.fromEntries(
    wire.map(([index, state]) => [FuseV1Options[Number(index)] ?? `fuse ${index}`, stateOf(Number(state))]),
  )
}

function stateOf(byte: FuseState): boolean | string {
  if (byte === FuseState.ENABLE) return true
  return byte === FuseState.DISABLE ? false : `byte ${String(byte)}`
}

/** Throws if a fuse of the binary differs from the settings, and names it. */
export async function checkFuses(binary: string): Promise<void> {
  const found = await readFuses(binary)
  const names = new Set([...Object.keys(fuses), ...Object.keys(found)])
  const wanted: Readonly<Record<string, boolean>> = fuses
  const different = [...names].filter((name) => found[name] !== wanted[name])
  if (different.length === 0) return
  const list = different
    .map((name) => `${name} is ${String(found[name])} and should be ${String(wanted[name])}`)
    .join('; ')
  throw new PackagingProblem(`The fuses of ${binary} differ from electron/host/electron/settings.ts: ${list}.`)
}
