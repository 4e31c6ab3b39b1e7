/** Paths and types that the modules of this folder share. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..', '..')

export const inProject = (...parts: readonly string[]): string => join(root, ...parts)

export function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** Whether a parsed value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a property that has to be a string. */
export function textOf(value: unknown, property: string, where: string): string {
  const text = isRecord(value) ? value[property] : undefined
  if (typeof text !== 'string') throw new Error(`${where} has no text "${property}"`)
  return text
}

/** An operating system and a processor for which packages are created, by Node's names. */
export interface Target {
  readonly platform: 'darwin' | 'linux' | 'win32'
  readonly arch: 'arm64' | 'x64'
}

/** An error that a person can act on. It is printed without a stack. */
export class PackagingProblem extends Error {}
