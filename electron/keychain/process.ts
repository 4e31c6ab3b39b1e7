/**
 * The entry of a process that makes one call of the system's keychain for the desk, which ends it then (`renewed.ts`).
 */
import keytar from 'keytar'
import { z } from 'zod'

const Request = z.object({
  call: z.enum(['getPassword', 'setPassword', 'deletePassword']),
  args: z.array(z.string()),
})

/** The port of an Electron utility process, which Node's types don't declare. */
interface ParentPort {
  readonly on: (event: 'message', listener: (message: { readonly data: unknown }) => void) => void
  readonly postMessage: (message: unknown) => void
}
const port = (process as { readonly parentPort?: ParentPort }).parentPort // Electron sets it.

async function answer(message: unknown): Promise<unknown> {
  const { call, args } = Request.parse(message)
  const [service = '', account = '', password = ''] = args
  try {
    return { value: await keytar[call](service, account, password) }
  } catch (error) {
    return { error: error instanceof Error ? error.message : 'unknown' }
  }
}

if (port === undefined) {
  process.on('message', (message) => void answer(message).then((result) => process.send?.(result)))
  // An ordinary end would wait for the thread of a call that the system does not answer.
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
} else port.on('message', ({ data }) => void answer(data).then((result) => port.postMessage(result)))
