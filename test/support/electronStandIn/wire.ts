/**
 * Messages between a test and the stand-in over Node's IPC channel. The test sends commands, which stand for actions of
 * a person or the system. The stand-in reports every call whose effect only a real machine could show.
 */
import { z } from 'zod'

/** A call of Electron's API, or an event that the stand-in emitted. The details are plain data. */
export const Report = z.object({ name: z.string(), details: z.unknown() })
export type Report = z.infer<typeof Report>

export const Command = z.discriminatedUnion('do', [
  /** Quits by the menu, Cmd+Q or the dock. */
  z.object({ do: z.literal('quit') }),
  /** Clicks the window's close button. */
  z.object({ do: z.literal('closeWindow') }),
  /** Kills the window's page process. */
  z.object({ do: z.literal('crashWindow') }),
  /** Shuts down the system on macOS or Linux. */
  z.object({ do: z.literal('shutdown') }),
  /** Shuts down the system or logs out on Windows. */
  z.object({ do: z.literal('sessionEnd') }),
  z.object({ do: z.literal('resume') }),
  /** Answers the message box that is open. */
  z.object({ do: z.literal('answerDialog'), response: z.number().int() }),
  /** Sets the failure reason of the next print job, as Electron's typings name it. */
  z.object({ do: z.literal('nextPrint'), failureReason: z.string() }),
  z.object({ do: z.literal('proxy'), answer: z.string() }),
  /** Evaluates an expression in the window of a program without a debugging port. The reply contains its value. */
  z.object({ do: z.literal('evaluate'), expression: z.string() }),
  /** Sets the folder in which the person saves the next file. */
  z.object({ do: z.literal('nextSave'), folder: z.string() }),
  /** Sets the theme of the system. */
  z.object({ do: z.literal('systemTheme'), isDark: z.boolean() }),
  /** Zooms with Ctrl and the mouse wheel. */
  z.object({ do: z.literal('zoomWheel'), direction: z.enum(['in', 'out']) }),
  /** Reports the end of one of Chromium's processes. */
  z.object({ do: z.literal('childProcessGone'), details: z.record(z.string(), z.unknown()) }),
  /** Throws an uncaught exception. */
  z.object({ do: z.literal('throw') }),
  /** Emits a context-menu event of the window with these parameters. */
  z.object({ do: z.literal('contextMenu'), params: z.record(z.string(), z.unknown()) }),
  z.object({ do: z.literal('clickNotification') }),
  /** Ends the time of the last notification on the screen. */
  z.object({ do: z.literal('timeOutNotification') }),
  /** Clicks an item of the application menu, by the labels that lead to it. */
  z.object({ do: z.literal('clickMenu'), path: z.array(z.string()) }),
  /** Moves, resizes or maximises the window as a person does. */
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
