/** The settings that a test gives the stand-in at its start, as JSON in one environment variable. */
import { z } from 'zod'

export const settingsVariable = 'ELECTRON_STAND_IN'

const Settings = z.object({
  /** The value of `app.isPackaged`, which also decides the form of `process.argv`. */
  packaged: z.boolean().default(false),
  /** Milliseconds between the end of the entry and `ready`. 0 is the earliest time that Electron allows. */
  readyAfterMs: z.number().int().min(0).default(0),
  /**
   * When a window emits `ready-to-show`, for each page that is loaded into it: once the page is `drawn`, as on X11,
   * Windows and macOS; once the window is `shown`, as on Wayland; or `never`, as without a working GPU. Only with the
   * first does a page draw frames while its window is hidden.
   */
  readyToShow: z.enum(['drawn', 'shown', 'never']).default('never'),
  /**
   * Whether the system shows a window that the program shows: `always`, `never` or only `untilCrash`. If not, Electron
   * calls it visible all the same, as on Wayland, but no frame of it is drawn.
   */
  shows: z.enum(['always', 'never', 'untilCrash']).default('always'),
  /** The program's arguments, as Electron's command line has them: `['.', '--sandbox']` or `['out/main/main.js']`. */
  args: z.array(z.string()),
  /** The folder in which `electron .` is started. */
  folder: z.string(),
  /** Whether the person accepts the path of a save dialog, or cancels the dialog. */
  saves: z.boolean().default(true),
  /** The work area of each screen, the primary one first. */
  workAreas: z
    .array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }))
    .min(1)
    .default([{ x: 0, y: 27, width: 1920, height: 1053 }]),
  /** The result of `resolveProxy`. */
  proxy: z.string().default('DIRECT'),
})

export type StandInSettings = z.infer<typeof Settings>
export type StandInRequest = z.input<typeof Settings>

export function readSettings(env: NodeJS.ProcessEnv): StandInSettings {
  return Settings.parse(JSON.parse(env[settingsVariable] ?? '{}'))
}
