/**
 * The entry of the directory's worker thread. It is the only owner of a directory's database, so that neither a sync
 * nor a search ever blocks the main process. It has no access to the service, the keychain and the window.
 */
import { parentPort } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import { directoryCalls } from './directory/calls.ts'
import { encodeError } from './directory/errors.ts'

const port = parentPort
if (port === null) throw new Error('This entry runs as a worker thread')

createBirpc<Record<string, never>, ReturnType<typeof directoryCalls>>(directoryCalls(), {
  post: (message) => port.postMessage(message),
  on: (listener) => port.on('message', listener),
  serialize: encodeError,
})
