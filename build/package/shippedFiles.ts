/**
 * Lists the files of a packaged program. The main process's part is what its entries reach in the bundler's manifest,
 * so the Chromium host and what only that needs are left out.
 */
import { z } from 'zod'
import { inProject, readJson, type Target } from './project.ts'
import { readLock, unshippedNames } from './shippedPackages.ts'

const manifestSchema = z.record(
  z.string(),
  z.looseObject({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
)

/** The entries: the program, threads for the directory and large answers, the sandbox, and a call of the keychain. */
const entries = [
  'electron/main.ts',
  'electron/customers/worker.ts',
  'electron/app/parserWorker.ts',
  'electron/sandbox/main.ts',
  'electron/keychain/process.ts',
]

/** Returns the built files of the main process, as paths inside the project. */
export function mainFiles(): readonly string[] {
  const manifest = manifestSchema.parse(readJson(inProject('out', 'main', 'manifest.json')))
  const files = new Map<string, string>()
  const visit = (key: string): void => {
    if (files.has(key)) return
    const chunk = manifest[key]
    if (chunk === undefined) throw new Error(`out/main/manifest.json lacks ${key}`)
    files.set(key, `out/main/${chunk.file}`)
    for (const next of [...chunk.imports, ...chunk.dynamicImports]) visit(next)
  }
  for (const entry of entries) visit(entry)
  return [...files.values()].sort()
}

/** Returns the native modules for one target, as paths inside the project. */
export function nativeModules({ platform, arch }: Target): readonly string[] {
  return [
    `node_modules/better-sqlite3-multiple-ciphers/prebuilds/${platform}-${arch}.node`,
    `node_modules/keytar/prebuilds/${platform}-${arch}/keytar.node`,
  ]
}

/** Files of packages that only developers need: sources of native modules, types, documents, programs, source maps. */
const unneeded = [
  '**/*.{bnf,map,md,markdown,ts,mts,cts,flow,gyp,gypi,c,cpp,h,hpp,ps1,sh,yml,yaml}',
  '**/{SECURITY,CHANGELOG,AUTHORS,CONTRIBUTORS}*',
  '**/.*',
  '**/{coverage,test,tests,example,examples}/**',
  'better-sqlite3-multiple-ciphers/{deps,src}/**',
  'keytar/{script,src}/**',
  // These are the same modules for `require`; the main process uses ES modules.
  'nodemailer/dist/cjs/**',
  'qrcode/bin/**',
  'undici/{docs,scripts,types}/**',
]

/**
 * Returns the patterns by which electron-builder selects files for a platform. `arch` is electron-builder's own macro.
 */
export function filePatterns(platform: Target['platform']): string[] {
  const native = `${platform}-\${arch}`
  return [
    'package.json',
    'LICENSE',
    ...mainFiles(),
    'out/preload/preload.cjs',
    'out/renderer/**',
    '!out/renderer/licenses.json',
    '!**/*.map',
    ...unneeded.map((pattern) => `!node_modules/${pattern}`),
    ...unshippedNames(readLock()).map((name) => `!**/node_modules/${name}/**`),
    `!node_modules/better-sqlite3-multiple-ciphers/prebuilds/!(${native}.node)`,
    `!node_modules/keytar/prebuilds/!(${native})/**`,
  ]
}
