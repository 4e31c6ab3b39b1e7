/**
 * What the program around the desk provides. It has two implementations, electron/ and chromium/; nothing else in the
 * main process depends on which of them it runs.
 */
import type { DeskLanguage } from '#shared/language.ts'
import type { Theme } from '#shared/model/settings.ts'
import type { FileData } from '../base/wholeFile.ts'
import type { Log } from '../log/index.ts'
import type { UpdateSource } from './updates.ts'

/**
 * A child Node process that communicates by messages: `utilityProcess` on Electron, `child_process.fork` on the
 * Chromium host.
 */
export interface ForkedProcess {
  readonly pid: number | undefined
  /** Every message is structured-cloneable data; the receiver parses it. */
  readonly onMessage: (listener: (message: unknown) => void) => void
  readonly onExit: (listener: (code: number | null) => void) => void
  readonly send: (message: unknown) => void
  readonly kill: () => void
}

export interface ForkRequest {
  /** A built entry file of the desk, as a file URL. */
  readonly entry: URL
  readonly args: readonly string[]
  readonly name: string
  /** Whether it needs the bus of the person's session. */
  readonly usesSession?: boolean
}

/** One bridge call as it arrives: the calling frame and one JSON string. */
export interface RawCall {
  /** Origin of the calling frame, as the browser reports it. */
  readonly origin: string
  readonly isMainFrame: boolean
  readonly text: string
}

export interface WindowOptions {
  /** Serves the desk's own origin: pages, scripts, fonts, flags. The host refuses all other requests. */
  readonly serve: (request: Request) => Promise<Response>
  /** Answers a bridge call with one JSON string. */
  readonly answer: (call: RawCall) => Promise<string>
  /** Resolves once no money request is in flight; null if there is none. */
  readonly moneyInFlight: () => Promise<void> | null
  readonly title: string
  readonly width: number
  readonly height: number
}

export interface DeskWindow {
  /** Pushes one JSON string `{ event, payload }` to the window. */
  readonly push: (text: string) => void
  /** Brings the window to the front. */
  readonly show: () => void
  /** Resolves, once the window was shown for the first time, to whether it is visible on a screen. */
  readonly shown: Promise<boolean>
  /** Effective security settings of the real window, and whether and on what it is drawn, for `--self-check`. */
  readonly selfCheck: () => Promise<Readonly<Record<string, unknown>>>
  /** Calls the listener when the window is closed, or at once if it is closed already. */
  readonly onClosed: (listener: () => void) => void
  readonly close: () => Promise<void>
}

/**
 * A question of the main process, with texts to display. Its values come from other people and are always shown as
 * plain text.
 */
export interface HostQuestion {
  readonly language: DeskLanguage
  readonly title: string
  readonly text: string
  readonly facts: readonly { readonly label: string; readonly value: string }[]
  readonly yes: string
  /** The button that has the focus. */
  readonly no: string
}

/** What a hidden page of the host's own draws and prints. The desk's window cannot reach that page. */
export interface PaperOptions {
  /** Serves the page's requests as for the desk's window. */
  readonly serve: (request: Request) => Promise<Response>
  /** JSON of what the page has to draw. */
  readonly job: string
}

export interface PdfOptions extends PaperOptions {
  readonly pageSize: 'A4' | 'Letter'
}

/** Either signal destroys the page that is printed, but only while it rules. */
export interface PrintSignals {
  /** Rules until the page has drawn the job. */
  readonly drawing: AbortSignal
  /** Rules once the system's dialog is open, which may stay open as long as the person wants. */
  readonly dialog: AbortSignal
}

export interface FatalProblem {
  readonly title: string
  readonly message: string
}

export interface HostNotification {
  /** A new notification takes the place of the last one about the same. */
  readonly about: 'events' | 'operations'
  readonly title: string
  readonly body: string
  /** Called when the person clicks it. The window is in front then. */
  readonly onClick: () => void
}

export interface Host {
  readonly kind: 'electron' | 'chromium'
  readonly openWindow: (options: WindowOptions) => Promise<DeskWindow>
  /**
   * Asks the person in a dialog that the desk's page cannot reach. Resolves to whether the answer was yes; closing the
   * dialog means no. The signal withdraws the question.
   */
  readonly ask: (question: HostQuestion, signal: AbortSignal) => Promise<boolean>
  /**
   * Draws the job on a page and opens the system's print dialog for it. Resolves when the dialog is closed. The page is
   * destroyed in any case: also when printing fails, when the page crashes, and when a signal is aborted.
   */
  readonly print: (options: PaperOptions, signals: PrintSignals) => Promise<void>
  /** Draws the job on a page and renders it as PDF. The page is destroyed as after printing. */
  readonly renderPdf: (options: PdfOptions, signal: AbortSignal) => Promise<Uint8Array>
  readonly fork: (request: ForkRequest) => ForkedProcess
  /**
   * Saves the file and resolves to the path that the person chose, or null. Pieces are requested once a path is known,
   * and only as fast as they are written. If one of them can't be had, nothing is saved.
   */
  readonly saveFile: (options: { readonly suggestedName: string; readonly data: FileData }) => Promise<string | null>
  readonly writeClipboard: (content: {
    readonly text: string
    readonly html?: string
    readonly png?: Uint8Array
  }) => Promise<void>
  /**
   * Clears the clipboard if `isOurs` returns true for its text. A host where only the window could read the clipboard
   * does nothing, because the window must not.
   */
  readonly clearClipboard: (isOurs: (text: string) => boolean) => Promise<void>
  /**
   * Opens the address of a message in the program that the system has for it. Resolves to false if it was not opened,
   * as on a host that can't.
   */
  readonly openAddress: (address: string) => Promise<boolean>
  /** Returns the proxy of an address in PAC form: `DIRECT` or `PROXY host:port`. */
  readonly resolveProxy: (address: string) => Promise<string>
  /** Shows a person, by whatever means this host has, why the desk cannot start or go on. Never throws. */
  readonly showFatal: (problem: FatalProblem) => Promise<void>
  /**
   * Called when the person quits the program and, if money is in flight, has confirmed it. The program runs until
   * `quit` is called.
   */
  readonly onQuitRequested: (listener: () => void) => void
  /**
   * Called when the system shuts down or logs the user out: everything must be on the disk when the listener returns.
   */
  readonly onSystemShutdown: (listener: () => void) => void
  /** Applies the theme to what this host shows around the page. The page follows its own settings. */
  readonly setTheme: (theme: Theme) => void
  /** The languages that the person prefers in the system's settings, as BCP 47 tags, the preferred one first. */
  readonly languages: () => readonly string[]
  /** Sets the language of this host's own menus and dialogs. */
  readonly setLanguage: (language: DeskLanguage) => void
  /**
   * Shows a notification of the system, unless the window is in front. It does nothing on a host or a system without
   * notifications.
   */
  readonly notify: (notification: HostNotification) => void
  /** Called when the machine wakes from sleep, if this host can detect it. */
  readonly onResume: (listener: () => void) => void
  /** Resolves to null if this program was packaged without an address of updates, and on a host without updates. */
  readonly openUpdates: (log: Pick<Log, 'info' | 'warn' | 'error'>) => Promise<UpdateSource | null>
  /** Closes what this host has opened. On Electron it also ends the process with this exit code. */
  readonly quit: (exitCode: number) => Promise<void>
}
