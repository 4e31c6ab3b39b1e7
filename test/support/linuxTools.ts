/**
 * Stand-ins for the tools with which electron-builder builds packages for Linux: fpm records its arguments, and
 * the tool that compresses an AppImage creates a tar file.
 */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inProject } from '../../build/package/project.ts'

/** Writes a program and creates its parent folders. */
export function writeProgram(file: string, content: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, content)
  chmodSync(file, 0o755)
}

/** Writes the tools into a folder and returns the environment variables by which electron-builder finds them. */
export function writeLinuxTools(folder: string): Readonly<Record<string, string>> {
  writeProgram(join(folder, 'mksquashfs'), '#!/bin/sh\nexec tar -cf "$2" -C "$1" .\n')
  writeProgram(join(folder, 'desktop-file-validate'), '#!/bin/sh\n')
  writeProgram(join(folder, 'runtimes', 'runtime-x64'), '')
  mkdirSync(join(folder, 'lib', 'x64'), { recursive: true })
  writeProgram(join(folder, 'rpmbuild'), '#!/bin/sh\n')
  return {
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    APPIMAGE_TOOLS_PATH: folder,
    CUSTOM_FPM_PATH: inProject('test', 'support', 'fpmStandIn.mjs'),
  }
}
