/**
 * The import rules of the project as one lint rule. It resolves every import, export and import() to a path in the
 * project, so that another spelling cannot bypass a rule. Each message says what to import instead.
 */
import { dirname, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const electronModules = new Set([
  'approvals',
  'bridge',
  'connections',
  'csv',
  'customers',
  'host',
  'installation',
  'inventory',
  'keychain',
  'log',
  'operations',
  'service',
  'settings',
  'storage',
  'training',
  'updates',
])
/** Entry points of a module beside its index.ts. */
const entryPoints = new Set(['electron/host/host.ts'])
const electronEntryPoints = [/^electron\/main\.ts$/, /^electron\/preload\.ts$/, /^electron\/host\/electron\//]
const browserEntryPoints = [/^electron\/chromium\.ts$/, /^electron\/host\/chromium\//]
const builtForWindow = /^(node:|electron(-updater)?(\/|$)|playwright-core|better-sqlite3|keytar|undici)/

const matches = (path, patterns) => patterns.some((pattern) => pattern.test(path))
const side = (path) => path.split('/')[0]
const moduleOf = (path) => {
  const [top, module] = path.split('/')
  return top === 'electron' && electronModules.has(module) ? module : null
}

/** Returns the path in the project, or null for a package. */
function resolveImport(specifier, file) {
  if (specifier.startsWith('#shared/')) return `shared/${specifier.slice('#shared/'.length)}`
  if (!specifier.startsWith('.')) return null
  return relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join('/')
}

function packageMessage(file, name) {
  if (/^electron(-updater)?(\/|$)/.test(name) && !matches(file, electronEntryPoints))
    return "Only electron/main.ts, preload.ts and host/electron/ import 'electron'. Ask the Host instead (electron/host/host.ts)."
  if (name.startsWith('playwright-core') && side(file) === 'electron' && !matches(file, browserEntryPoints))
    return 'Only electron/chromium.ts and host/chromium/ import the browser driver. Ask the Host instead (electron/host/host.ts).'
  if (side(file) === 'shared' && name !== 'zod')
    return 'shared/ is pure TypeScript: it imports zod and its own files only.'
  if (side(file) === 'renderer' && builtForWindow.test(name))
    return 'The window has no Node: ask the main process through renderer/desk.ts.'
  if (side(file) === 'electron' && /^(@?vue|pinia|@pinia|naive-ui)/.test(name))
    return 'The main process never imports the window: communicate through shared/contract.ts.'
  return null
}

function pathMessage(file, target) {
  const from = side(file)
  const to = side(target)
  if (from === 'shared' && to !== 'shared') return 'shared/ imports neither side: it is what both have in common.'
  if (from === 'renderer' && to === 'electron')
    return 'The window never imports the main process: communicate through shared/contract.ts.'
  if (from === 'electron' && to === 'renderer')
    return 'The main process never imports the window: communicate through shared/contract.ts.'
  if (file.startsWith('electron/sandbox/')) {
    if (to === 'shared' && !target.startsWith('shared/wire/'))
      return "The sandbox tests the desk's rules, so it must not share them: it imports only #shared/wire/."
    return to === 'electron' && !target.startsWith('electron/sandbox/')
      ? 'The sandbox is independent: it imports #shared/wire/ and its own files.'
      : null
  }
  if (target.startsWith('electron/sandbox/'))
    return 'Only connections/ starts the sandbox, as a separate process, by its entry path.'
  const module = moduleOf(target)
  // The entries choose their host.
  const entry =
    target.startsWith('electron/host/') && (matches(file, electronEntryPoints) || matches(file, browserEntryPoints))
  if (
    module === null ||
    module === moduleOf(file) ||
    from !== 'electron' ||
    entry ||
    entryPoints.has(target) ||
    target === `electron/${module}/index.ts`
  )
    return null
  return `Import ${module}/ through electron/${module}/index.ts: export there what others need.`
}

export const modules = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(root, context.filename).split(sep).join('/')
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const target = resolveImport(source.value, file)
      const message = target === null ? packageMessage(file, source.value) : pathMessage(file, target)
      if (message !== null) context.report({ node: source, message })
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
    }
  },
}
