/**
 * The thread of the directory, which can be started before anybody needs it: its modules are then loaded while the
 * browser starts.
 */
import { Worker } from 'node:worker_threads'

let early: { readonly url: string; readonly worker: Worker } | null = null

const start = (url: URL): Worker =>
  new Worker(url, {
    name: 'directory',
    resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  })

/** Starts the thread for the first directory that is opened. It does not keep the process running. */
export function startDirectoryThread(url: URL): Worker {
  const worker = start(url)
  early = { url: url.href, worker }
  worker.unref()
  return worker.on('error', forget).on('exit', forget)
}

function forget(): void {
  early = null
}

/** Returns the thread that was started early, once, or a new one. */
export function takeDirectoryThread(url: URL): Worker {
  if (early?.url !== url.href) return start(url)
  const { worker } = early
  forget()
  worker.off('error', forget).off('exit', forget).ref()
  return worker
}
