/**
 * Entry of the sandbox's own process. The first line on standard output is JSON for programs, then comes the page for
 * people. Forked, it posts the same object to its parent and goes when the parent goes.
 */
import { startSandbox, type Sandbox, type SandboxInfo } from './index.ts'
import { defaults, readCommandLine, usage, UsageError, type CommandLine } from './options.ts'
import { page } from './page.ts'

/** The port to the parent that Electron's utility process has; looked up, because Node's types don't know it. */
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

function goWithParent(sandbox: Sandbox, byInput: boolean): void {
  const end = (): void => void sandbox.close().finally(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end)
  process.once('disconnect', end)
  if (!byInput) return
  process.stdin.once('end', end).once('error', end)
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
    goWithParent(sandbox, exitWithParent)
    process.stdout.write(`${JSON.stringify(info)}\n${page(info, options.customers ?? defaults.customers)}`)
    notifyParent(info)
  } catch (error) {
    process.stderr.write(`The sandbox could not start: ${error instanceof Error ? error.message : 'unknown failure'}\n`)
    process.exit(1)
  }
}
