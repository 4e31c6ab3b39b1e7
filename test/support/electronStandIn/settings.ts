/** What a test decides before the stand-in starts. It arrives as JSON in one variable of the environment. */
import { z } from 'zod'

export const settingsVariable = 'ELECTRON_STAND_IN'

const Settings = z.object({
  /** What `app.isPackaged` says; decides the form of `process.argv`, too. */
  packaged: z.boolean().default(false),
  /** Milliseconds between the end of the entry and `ready`: 0 is the earliest that Electron allows. */
  readyAfterMs: z.number().int().min(0).default(0),
  /** The program's arguments, as Electron's command line has them: `['.', '--sandbox']` or `['out/main/main.js']`. */
  args: z.array(z.string()),
  /** The folder that `electron .` is started in. */
  folder: z.string(),
  /** Whether a person saves where a save dialog proposes, or cancels it. */
  saves: z.boolean().default(true),
  /** What each screen leaves free, that of the first screen first. */
  workAreas: z
    .array(z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() }))
    .min(1)
    .default([{ x: 0, y: 27, width: 1920, height: 1053 }]),
  /** What `resolveProxy` answers. */
  proxy: z.string().default('DIRECT'),
})

export type StandInSettings = z.infer<typeof Settings>
export type StandInRequest = z.input<typeof Settings>

export function readSettings(env: NodeJS.ProcessEnv): StandInSettings {
  return Settings.parse(JSON.parse(env[settingsVariable] ?? '{}'))
}
