/**
 * What the shell around the desk gives. Two implementations, electron/ and chromium/, behind this one interface;
 * nothing else in the main process knows which of them it runs on.
 */
import type { Theme } from '#shared/model/settings.ts'
import type { Log } from '../log/index.ts'
import type { UpdateSource } from './updates.ts'

/** A child Node process that speaks by messages: `utilityProcess` on Electron, `child_process.fork` on Chromium's host. */
export interface ForkedProcess {
  readonly pid: number | undefined
  /** Every message is structured-clonable data; the receiver parses it. */
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly onExit: (listener: (code: number | null) => void) => void
  readonly send: (message: unknown) => void
  readonly kill: () => void
}

export interface ForkRequest {
  /** A built entry of the desk, as a file URL. */
  readonly entry: URL
  readonly args: readonly string[]
  readonly name: string
}

/** One bridge call as it arrives: the frame it came from, and one JSON string. */
export interface RawCall {
  /** Origin of the calling frame, as the browser says it. */
  readonly origin: string
  readonly isMainFrame: boolean
  readonly text: string
}

export interface WindowOptions {
  /** Serves the desk's own origin: pages, scripts, fonts, flags. Anything else is refused by the host. */
  readonly serve: (request: Request) => Promise<Response>
  /** Answers a bridge call with one JSON string. */
  readonly answer: (call: RawCall) => Promise<string>
  /** Resolves once no money request awaits its answer any more; null where none does. */
  readonly moneyInFlight: () => Promise<void> | null
  readonly title: string
  readonly width: number
  readonly height: number
}

export interface DeskWindow {
  /** Pushes one JSON string `{ event, payload }` to the window. */
  readonly push: (text: string) => void
  /** Brings it to the front. */
  readonly show: () => void
  /** Effective security settings of the real window, for `--self-check`. */
  readonly securityReport: () => Promise<Readonly<Record<string, unknown>>>
  /** Called at once where it is closed already. */
  readonly onClosed: (listener: () => void) => void
  readonly close: () => Promise<void>
}

/** A question of the main process, ready to be read. Its values come from other people: they are text and nothing else. */
export interface HostQuestion {
  readonly title: string
  readonly text: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly yes: string
  /** The button that is chosen already. */
  readonly no: string
}

export interface PaperOptions {
  /** As of the desk's window. */
  readonly serve: (request: Request) => Promise<Response>
  /** JSON of what the page is to draw. */
  readonly job: string
}

/** A page that has drawn its sheets. The desk's window can't reach it. */
export interface Paper {
  /** Ends when the system's dialog does. */
  readonly print: () => Promise<void>
  readonly renderPdf: (options: { readonly pageSize: 'A4' | 'Letter' }) => Promise<Uint8Array>
  readonly close: () => Promise<void>
}

export interface FatalProblem {
  readonly title: string
  readonly message: string
}

export interface Host {
  readonly kind: 'electron' | 'chromium'
  readonly openWindow: (options: WindowOptions) => Promise<DeskWindow>
  /**
   * Asks the person in a dialog that the desk's page can't reach. Resolves to whether the answer was yes: a dialog that is
   * closed says no. The signal takes the question back.
   */
  readonly ask: (question: HostQuestion, signal: AbortSignal) => Promise<boolean>
  readonly openPaper: (options: PaperOptions) => Promise<Paper>
  readonly fork: (request: ForkRequest) => ForkedProcess
  /** A path the person chose, or null. */
  readonly saveFile: (options: { readonly suggestedName: string; readonly data: Uint8Array }) => Promise<string | null>
  readonly writeClipboard: (content: {
    readonly text: string
    readonly html?: string
    readonly png?: Uint8Array
  }) => Promise<void>
  /**
   * Empties the clipboard if `isOurs` says so of its text. A host where only the window could read the clipboard does
   * nothing: the window must not.
   */
  readonly clearClipboard: (isOurs: (text: string) => boolean) => Promise<void>
  /** A PAC-style answer for an address: `DIRECT` or `PROXY host:port`. */
  readonly resolveProxy: (address: string) => Promise<string>
  /** Tells a person, by whatever this host has, why the desk can't start or go on. Never throws. */
  readonly showFatal: (problem: FatalProblem) => Promise<void>
  /** The person wants the program to end and has been asked where money is in flight: it goes on until `quit` is called. */
  readonly onQuitRequested: (listener: () => void) => void
  /** The system shuts down or logs the person out: whatever must be on the disk is there when the listener returns. */
  readonly onSystemShutdown: (listener: () => void) => void
  /** Gives the chosen theme to what this host shows around the page. The page itself follows its settings. */
  readonly setTheme: (theme: Theme) => void
  /** Called when the machine wakes from sleep, where this host can tell. */
  readonly onResume: (listener: () => void) => void
  /** Null where this program was packaged without an address of updates, and on a host that has none. */
  readonly openUpdates: (log: Pick<Log, 'info' | 'warn' | 'error'>) => Promise<UpdateSource | null>
  /** Closes what this host has opened. On Electron it ends the process, too, with this exit code. */
  readonly quit: (exitCode: number) => Promise<void>
}
