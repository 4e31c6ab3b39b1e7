/**
 * Checks the report that `--self-check` of the real program prints: every setting that confines the window must hold,
 * and the window must be seen.
 */
import { z } from 'zod'

const preferences = {
  contextIsolation: true,
  sandbox: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  webviewTag: false,
} as const

const page = {
  isSecureContext: true,
  hasNode: false,
  deskIsFixed: true,
  htmlSinkBlocked: true,
  foreignFetchBlocked: true,
  foreignSocketBlocked: true,
  workerBlocked: true,
  popupBlocked: true,
} as const

const permissions = { camera: 'denied', microphone: 'denied', geolocation: 'denied', clipboardRead: 'denied' } as const

const Facts = z.record(z.string(), z.unknown())
const Report = z.object({
  host: z.literal('electron'),
  browserSandbox: z.boolean(),
  versions: z.object({ electron: z.string().optional(), chrome: z.string().optional() }),
  isVisible: z.boolean(),
  display: z.object({ session: z.string().nullable(), server: z.string().nullable() }),
  graphics: z.record(z.string(), z.string()),
  webPreferences: Facts.nullable(),
  page: z.intersection(Facts, z.object({ permissions: Facts, headers: Facts, animationFrames: z.number() })),
  pdf: z.object({ isPdf: z.boolean(), bytes: z.number() }),
})
export type SelfCheck = z.infer<typeof Report>

/** Finds the report among other lines of the output, and parses it. */
export function readSelfCheck(output: string): SelfCheck {
  const json = /^\{\n[\s\S]*?^\}$/m.exec(output)?.[0]
  if (json === undefined)
    throw new Error(`--self-check printed no report: ${output.trim().slice(-300).replaceAll('\n', ' ')}`)
  return Report.parse(JSON.parse(json))
}

/** Returns the names of the settings that differ from the required values. */
export function violations(report: SelfCheck): readonly string[] {
  const differences = (
    name: string,
    actual: z.infer<typeof Facts>,
    expected: Readonly<Record<string, unknown>>,
  ): readonly string[] =>
    Object.entries(expected)
      .filter(([key, value]) => actual[key] !== value)
      .map(([key]) => `${name}.${key}`)
  const policy = report.page.headers['content-security-policy']
  return [
    ...(report.browserSandbox ? [] : ['browserSandbox']),
    ...differences('webPreferences', report.webPreferences ?? {}, preferences),
    ...differences('page', report.page, page),
    ...differences('permissions', report.page.permissions, permissions),
    ...(typeof policy === 'string' && policy.includes("default-src 'none'") ? [] : ['headers.content-security-policy']),
  ]
}

/** Returns why nobody can see the window, or null. */
export function unseen({ isVisible, page: { animationFrames } }: SelfCheck): string | null {
  if (!isVisible) return 'the main process reports that the window is not visible'
  return animationFrames === 2 ? null : `${animationFrames} of 2 animation frames were drawn`
}

/** Names the session of the desktop, what the window is drawn on, and the graphics features, or the first of them. */
export function displayOf({ display, graphics }: SelfCheck, features = Object.keys(graphics)): string {
  const { session, server } = display
  return [
    ...(session === null ? [] : [`${session} session`]),
    ...(server === null ? [] : [`window on ${server}`]),
    ...features.map((name) => `${name} ${graphics[name] ?? 'unknown'}`),
  ].join(', ')
}
