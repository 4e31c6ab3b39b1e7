/**
 * Entry of the parser's thread, which receives bytes and returns elements; customers come as the directory stores them.
 * It has no access to the service, the keychain or the window.
 */
import { parentPort } from 'node:worker_threads'
import { createBirpc } from 'birpc'
import { customerStorage } from '../customers/directory/customerStorage.ts'
import { movedMemory } from '../customers/directory/packedItems.ts'
import { parserCalls, type ParseOutcome, type ParserCalls } from '../service/parsing/parser.ts'

const port = parentPort
if (port === null) throw new Error('This entry runs as a worker thread')

/** A message of the library that answers a call. */
interface Answer {
  readonly r: Partial<Extract<ParseOutcome, { ok: true }>>
}

createBirpc<Record<string, never>, ParserCalls>(parserCalls(customerStorage), {
  post: (message: Partial<Answer>) => port.postMessage(message, movedMemory(message.r?.part?.prepared)),
  on: (listener) => port.on('message', listener),
})
