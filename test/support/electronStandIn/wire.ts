/**
 * Messages between a test and the stand-in over Node's IPC channel. The test sends commands, which stand for what a
 * person or the system does; the stand-in reports every call that only a real machine could make visible.
 */
import { z } from 'zod'

/** A call of Electron's API, or an event that the stand-in emitted. Arguments are plain data. */
export const Report = z.object({ name: z.string(), details: z.unknown() })
export type Report = z.infer<typeof Report>

export const Command = z.discriminatedUnion('do', [
  /** The menu's Quit, Cmd+Q, the dock. */
  z.object({ do: z.literal('quit') }),
  /** The window's close button. */
  z.object({ do: z.literal('closeWindow') }),
  /** Kills the window's page process. */
  z.object({ do: z.literal('crashWindow') }),
  /** The system's shut-down on macOS and Linux. */
  z.object({ do: z.literal('shutdown') }),
  /** The system's shut-down or log-out on Windows. */
  z.object({ do: z.literal('sessionEnd') }),
  z.object({ do: z.literal('resume') }),
  /** Answers the message box that is open. */
  z.object({ do: z.literal('answerDialog'), response: z.number().int() }),
  /** How the next print job ends, by the words of Electron's typings. */
  z.object({ do: z.literal('nextPrint'), failureReason: z.string() }),
  z.object({ do: z.literal('proxy'), answer: z.string() }),
  /** Runs an expression in the window; the reply holds its value. For programs that open no debugging port. */
  z.object({ do: z.literal('evaluate'), expression: z.string() }),
  /** The folder in which the person saves the next file. */
  z.object({ do: z.literal('nextSave'), folder: z.string() }),
  /** The person's choice of the system's theme. */
  z.object({ do: z.literal('systemTheme'), isDark: z.boolean() }),
  /** Ctrl and the mouse wheel. */
  z.object({ do: z.literal('zoomWheel'), direction: z.enum(['in', 'out']) }),
  /** The end of one of Chromium's processes. */
  z.object({ do: z.literal('childProcessGone'), details: z.record(z.string(), z.unknown()) }),
  /** An exception that nothing catches. */
  z.object({ do: z.literal('throw') }),
  /** Emits a context-menu event of the window with these parameters. */
  z.object({ do: z.literal('contextMenu'), params: z.record(z.string(), z.unknown()) }),
  /** Clicks an item of the application menu, by the labels that lead to it. */
  z.object({ do: z.literal('clickMenu'), path: z.array(z.string()) }),
  /** Moves, resizes, maximises the window as a person does. */
  z.object({
    do: z.literal('arrangeWindow'),
    bounds: z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }).optional(),
    state: z.enum(['normal', 'maximized', 'minimized', 'full-screen']).optional(),
  }),
])
export type Command = z.infer<typeof Command>

export const CommandMessage = z.object({ standInCommand: z.number().int(), command: Command })
export const ReplyMessage = z.object({
  standInReply: z.number().int(),
  error: z.string().nullable(),
  value: z.unknown().optional(),
})
export const ReportMessage = z.object({ standInReport: Report })
