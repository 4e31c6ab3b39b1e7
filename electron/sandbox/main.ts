/**
 * The entry of the sandbox's own process. The first line on standard output is JSON for programs; the page for people
 * follows. A forked process also posts the same object to its parent, and exits when the parent disconnects.
 */
import { startSandbox, type Sandbox, type SandboxInfo } from './index.ts'
import { defaults, readCommandLine, usage, UsageError, type CommandLine } from './options.ts'
import { page } from './page.ts'

/**
 * The parent port of an Electron utility process. The code looks it up by name, because Node's types don't declare it.
 */
type ParentPort = { readonly postMessage: (message: unknown) => void }

function parentPort(): ParentPort | undefined {
  const port: unknown = Reflect.get(process, 'parentPort')
  const post: unknown = typeof port === 'object' && port !== null ? Reflect.get(port, 'postMessage') : undefined
  return typeof post === 'function'
    ? { postMessage: (message) => void Reflect.apply(post, port, [message]) }
    : undefined
}

function notifyParent(info: SandboxInfo): void {
  process.send?.(info)
  parentPort()?.postMessage(info)
}

function closeOnExit(sandbox: Sandbox, watchStdin: boolean): void {
  const shutDown = (): void => void sandbox.close().finally(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, shutDown)
  process.once('disconnect', shutDown)
  if (!watchStdin) return
  process.stdin.once('end', shutDown).once('error', shutDown)
  process.stdin.resume()
}

function commandLine(): CommandLine {
  try {
    return readCommandLine(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    process.stderr.write(`${error.message}\n${usage}\n`)
    process.exit(2)
  }
}

const { options, exitWithParent, help } = commandLine()
if (help) {
  process.stdout.write(`${usage}\n`)
} else {
  try {
    const sandbox = await startSandbox(options)
    const { baseUrl, segment, clientId, clientSecret, controlUrl, controlToken } = sandbox
    const info = { baseUrl, segment, clientId, clientSecret, controlUrl, controlToken }
    closeOnExit(sandbox, exitWithParent)
    process.stdout.write(`${JSON.stringify(info)}\n${page(info, options.customers ?? defaults.customers)}`)
    notifyParent(info)
  } catch (error) {
    process.stderr.write(`The sandbox could not start: ${error instanceof Error ? error.message : 'unknown failure'}\n`)
    process.exit(1)
  }
}
