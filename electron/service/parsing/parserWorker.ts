/**
 * Entry of the parser's thread, which receives bytes and returns elements. It has no access to the service, the
 * keychain or the window.
 */
import { parentPort } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import { parserCalls, type ParserCalls } from './parser.ts'

const port = parentPort
if (port === null) throw new Error('This entry runs as a worker thread')

createBirpc<Record<string, never>, ParserCalls>(parserCalls(), {
  post: (message) => port.postMessage(message),
  on: (listener) => port.on('message', listener),
})
