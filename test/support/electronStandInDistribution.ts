/**
 * A stand-in for Electron's releases: one zip file for each target with the files that packaging changes, in their real
 * formats, but without code. It tests how packaging changes a distribution, not whether Electron runs the package.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'
import { type Zippable, zipSync } from 'fflate'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'

/**
 * The text that `@electron/fuses` finds in a binary. The version of the wire, its length and a digit for each fuse
 * follow.
 */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

/** Electron's default fuses, in the order of the wire. */
export const defaultWire = '101100011'

/** Returns bytes that contain a fuse wire. */
export function bytesWithFuses(wire = defaultWire): Buffer {
  return Buffer.concat([
    Buffer.alloc(64),
    Buffer.from(sentinel),
    Buffer.from([1, wire.length]),
    Buffer.from(wire),
    Buffer.alloc(64),
  ])
}

/** A program for Linux that prints how it was started. */
const linuxProgram = (wire: string): Buffer =>
  Buffer.concat([Buffer.from('#!/bin/sh\necho "started with $*"\nexit 0\n'), bytesWithFuses(wire)])

/** Creates a program for Windows without code, but with the version resource in which Electron names its vendor. */
function windowsProgram(wire: string): Buffer {
  const executable = NtExecutable.createEmpty()
  const resources = NtExecutableResource.from(executable)
  const language = { lang: 1033, codepage: 1200 }
  const version = Resource.VersionInfo.createEmpty()
  version.setStringValues(language, { FileDescription: 'Electron', ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.entries.push({
    type: 24,
    id: 1,
    lang: 1033,
    codepage: 1200,
    bin: new TextEncoder().encode(manifest).buffer,
  })
  resources.outputResource(executable)
  executable.setExtraData(new Uint8Array(bytesWithFuses(wire)).buffer)
  return Buffer.from(executable.generate())
}

const manifest =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0"></assembly>'

const plist = (name: string): Buffer =>
  Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
  <key>CFBundleExecutable</key><string>${name}</string>
  <key>CFBundleIconFile</key><string>electron.icns</string>
</dict></plist>
`)

/** The files of a distribution. Programs are executable. */
type Files = Readonly<Record<string, { readonly bytes: Buffer; readonly isProgram?: boolean }>>

const licenses: Files = {
  LICENSE: { bytes: Buffer.from('Licence of Electron\n') },
  'LICENSES.chromium.html': { bytes: Buffer.from('<p>Licences of Chromium</p>\n') },
  version: { bytes: Buffer.from('45.4.1') },
}

function linuxFiles(wire: string, defaultApp: Buffer): Files {
  return {
    ...licenses,
    electron: { bytes: linuxProgram(wire), isProgram: true },
    'chrome-sandbox': { bytes: Buffer.from('helper'), isProgram: true },
    'locales/en-US.pak': { bytes: Buffer.from('texts') },
    'resources/default_app.asar': { bytes: defaultApp },
  }
}

function windowsFiles(wire: string, defaultApp: Buffer): Files {
  return {
    ...licenses,
    'electron.exe': { bytes: windowsProgram(wire), isProgram: true },
    'locales/en-US.pak': { bytes: Buffer.from('texts') },
    'resources/default_app.asar': { bytes: defaultApp },
  }
}

function macFiles(wire: string, defaultApp: Buffer): Files {
  const contents = 'Electron.app/Contents'
  const helpers = ['Electron Helper', 'Electron Helper (Renderer)', 'Electron Helper (GPU)', 'Electron Helper (Plugin)']
  const helperFiles = helpers.flatMap((name) => [
    [`${contents}/Frameworks/${name}.app/Contents/Info.plist`, { bytes: plist(name) }] as const,
    [
      `${contents}/Frameworks/${name}.app/Contents/MacOS/${name}`,
      { bytes: Buffer.from(name), isProgram: true },
    ] as const,
  ])
  return {
    ...licenses,
    [`${contents}/Info.plist`]: { bytes: plist('Electron') },
    [`${contents}/MacOS/Electron`]: { bytes: Buffer.from('Electron'), isProgram: true },
    [`${contents}/Frameworks/Electron Framework.framework/Electron Framework`]: {
      bytes: bytesWithFuses(wire),
      isProgram: true,
    },
    [`${contents}/Resources/electron.icns`]: { bytes: Buffer.from('icns') },
    [`${contents}/Resources/default_app.asar`]: { bytes: defaultApp },
    ...Object.fromEntries(helperFiles),
  }
}

/** Returns the attributes of a zip entry, whose upper half contains the permission bits of the file. */
const rights = (isProgram: boolean): number => (isProgram ? 0o100755 : 0o100644) * 2 ** 16

function zip(files: Files): Uint8Array {
  const entries: Zippable = {}
  for (const [path, { bytes, isProgram = false }] of Object.entries(files))
    entries[path] = [new Uint8Array(bytes), { os: 3, attrs: rights(isProgram) }]
  return zipSync(entries, { level: 0 })
}

/** Creates an archive like the one that Electron runs when it is started without a program. */
async function defaultApp(): Promise<Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'esim-desk-default-app-'))
  try {
    mkdirSync(join(folder, 'app'))
    writeFileSync(join(folder, 'app', 'package.json'), '{"name":"default","main":"main.js"}')
    writeFileSync(join(folder, 'app', 'main.js'), '')
    await createPackage(join(folder, 'app'), join(folder, 'default_app.asar'))
    return readFileSync(join(folder, 'default_app.asar'))
  } finally {
    rmSync(folder, { recursive: true, maxRetries: 5 })
  }
}

/** Writes the zip files of all targets into a folder, with the names of Electron's releases. */
export async function writeDistributions(folder: string, version: string, wire = defaultWire): Promise<void> {
  const app = await defaultApp()
  const files = { linux: linuxFiles(wire, app), win32: windowsFiles(wire, app), darwin: macFiles(wire, app) }
  for (const [platform, content] of Object.entries(files)) {
    for (const arch of ['x64', 'arm64'])
      writeFileSync(join(folder, `electron-v${version}-${platform}-${arch}.zip`), zip(content))
  }
}
