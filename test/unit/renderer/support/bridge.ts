/** Puts a fake of the bridge into the window, as a host does, for the duration of a test. */
import { onTestFinished } from 'vitest'

type Answer = (input: unknown) => Promise<unknown>

export function installBridge(answers: Readonly<Record<string, Answer>>): {
  readonly push: (event: string, payload: unknown) => void
  readonly listeners: () => number
} {
  const listeners = new Map<string, Set<(payload: unknown) => void>>()
  const namespaces: Record<string, Record<string, Answer>> = {}
  for (const [operation, answer] of Object.entries(answers)) {
    const [namespace = '', name = ''] = operation.split('.')
    namespaces[namespace] = { ...namespaces[namespace], [name]: answer }
  }
  const on = (event: string, listener: (payload: unknown) => void): (() => void) => {
    const set = listeners.get(event) ?? new Set()
    listeners.set(event, set.add(listener))
    return () => void set.delete(listener)
  }
  Object.defineProperty(window, 'desk', { configurable: true, value: { ...namespaces, on } })
  onTestFinished(() => void Reflect.deleteProperty(window, 'desk'))
  return {
    push: (event, payload) => {
      for (const listener of listeners.get(event) ?? []) listener(payload)
    },
    listeners: () => [...listeners.values()].reduce((count, set) => count + set.size, 0),
  }
}

export const accept =
  (value: unknown): Answer =>
  () =>
    Promise.resolve({ ok: true, value })
export const refuse =
  (code: string, details: Readonly<Record<string, unknown>> = {}): Answer =>
  () =>
    Promise.resolve({ ok: false, error: { code, message: 'for engineers', details } })
