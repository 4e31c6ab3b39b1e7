/**
 * Stand-ins for the tools that electron-builder downloads to make packages for Linux: fpm writes down what it was asked
 * for, and what compresses an AppImage makes a tar file.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inProject } from '../../build/package/project.ts'

/** Writes a program, with the folders that it is in. */
export function writeProgram(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, 0o755)
}

/** Puts the tools into a folder and returns the variables by which electron-builder finds them. */
export function writeLinuxTools(folder: string): Readonly<Record<string, string>> {
  writeProgram(join(folder, 'mksquashfs'), '#!/bin/sh\nexec tar -cf "$2" -C "$1" .\n')
  writeProgram(join(folder, 'desktop-file-validate'), '#!/bin/sh\n')
  writeProgram(join(folder, 'runtimes', 'runtime-x64'), '')
  mkdirSync(join(folder, 'lib', 'x64'), { recursive: true })
  return { APPIMAGE_TOOLS_PATH: folder, CUSTOM_FPM_PATH: inProject('test', 'support', 'fpmStandIn.mjs') }
}
