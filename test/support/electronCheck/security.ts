/**
 * Judges what `--self-check` of the real program prints: whether every setting that keeps the window in its place
 * holds.
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
  webPreferences: Facts.nullable(),
  page: z.intersection(Facts, z.object({ permissions: Facts, headers: Facts })),
  pdf: z.object({ isPdf: z.boolean(), bytes: z.number() }),
})
export type SelfCheck = z.infer<typeof Report>

/** The report stands among other lines that programs print. */
export function readSelfCheck(output: string): SelfCheck {
  const json = /^\{\n[\s\S]*?^\}$/m.exec(output)?.[0]
  if (json === undefined)
    throw new Error(`--self-check printed no report: ${output.trim().slice(-300).replaceAll('\n', ' ')}`)
  return Report.parse(JSON.parse(json))
}

/** Names of the settings that are not as they have to be. */
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
