/**
 * The first and the last step of a desk whose terminal is closed, as a process of its own. With an argument it fails
 * twice, and it reports how often its error was shown. The desk and the host are reduced to what these steps use.
 */
import { runDesk, type RunOptions } from '../../../../electron/app/boot.ts'
import { readCommandLine } from '../../../../electron/app/commandLine.ts'

const flags = readCommandLine([], {}, { kind: 'chromium', isPackaged: false })
const waiting = new Promise<never>(() => undefined)
let shown = 0
const options = {
  flags,
  step: () => undefined,
  reportsOpening: true,
  readyFacts: () => ({}),
  log: { error: () => undefined },
  desk: { ready: waiting, closeFilesNow: () => undefined },
  host: {
    onQuitRequested: () => undefined,
    onSystemShutdown: () => undefined,
    openWindow: () => waiting,
    showFatal: ({ title }: { readonly title: string }) => {
      shown += 1
      process.stdout.write(title)
      process.stderr.write(title, () => setImmediate(() => setImmediate(() => process.send?.({ shown }))))
      return waiting
    },
  },
}
void runDesk(options as unknown as RunOptions)
process.once('message', () => {
  setImmediate(() => {
    throw new Error('the first defect')
  })
  setImmediate(() => {
    throw new Error('the second defect')
  })
})
process.send?.({ ready: true })
