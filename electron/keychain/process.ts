/**
 * The entry of a process that calls the library of the system's keychain for the desk (`renewed.ts`). It ends when the
 * desk ends.
 */
import keytar from 'keytar'
import { z } from 'zod'

const Request = z.object({
  id: z.number(),
  call: z.enum(['getPassword', 'setPassword', 'deletePassword']),
  args: z.array(z.string()),
})

/** The port of an Electron utility process, which Node's types don't declare. */
interface ParentPort {
  readonly on: (event: 'message', listener: (message: { readonly data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
}
const port = (process as { readonly parentPort?: ParentPort }).parentPort // Electron sets it.

async function answer(message: unknown, post: (answer: unknown) => void): Promise<void> {
  const { id, call, args } = Request.parse(message)
  const [service = '', account = '', password = ''] = args
  try {
    post({ id, value: await keytar[call](service, account, password) })
  } catch (error) {
    post({ id, error: error instanceof Error ? error.message : 'unknown' })
  }
}

if (port === undefined) {
  process.on('message', (message) => void answer(message, (result) => process.send?.(result)))
  process.once('disconnect', () => process.exit(0))
} else port.on('message', ({ data }) => void answer(data, port.postMessage.bind(port)))
