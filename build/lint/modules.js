/**
 * The import rules of the project as one lint rule, with the tables of imports.js. It resolves every import, export
 * and import() to a path in the project, so that another spelling cannot bypass a rule. Each message names what to
 * import instead.
 */
import { dirname, relative, resolve, sep } from 'node:path'
import { entryPoints, mainModules, sharedFolders, standAlone, windowFeatures, windowLayers } from './imports.js'

const root = resolve(import.meta.dirname, '../..')
/** The entry points of the main process. Each chooses its host. */
const entries = /^electron\/(main|chromium|preload)\.ts$/
const entryImports = ['app', 'host', 'settings']
const electronEntryPoints = [/^electron\/main\.ts$/, /^electron\/preload\.ts$/, /^electron\/host\/electron\//]
const browserEntryPoints = [/^electron\/chromium\.ts$/, /^electron\/host\/chromium\//]
/** What the relay alone loads: the desk's packages do not contain it. */
const relayPackages = /^(fastify|@fastify\/.*|pg|node-pg-migrate|prom-client)(\/|$)/
const builtForWindow = /^(node:|electron(-updater)?(\/|$)|playwright-core|better-sqlite3|keytar|undici)/

const matches = (path, patterns) => patterns.some((pattern) => pattern.test(path))
const side = (path) => path.split('/')[0]

/** Returns the module of a path below electron/, renderer/ or shared/, or null for a file outside of all modules. */
function moduleOf(path, modules) {
  const [, module, file] = path.split('/')
  return file !== undefined && Object.hasOwn(modules, module) ? module : null
}
const featureOf = (path) => (path.startsWith('renderer/features/') ? path.split('/')[2] : null)

/** Returns the path in the project, or null for a package. */
export function resolveImport(specifier, file) {
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
  if (relayPackages.test(name) && side(file) !== 'shared' && !file.startsWith('relay/'))
    return 'Only relay/ imports these packages, which the packages of the desk do not contain.'
  if (side(file) === 'shared' && name !== 'zod')
    return 'shared/ is pure TypeScript: it imports zod and its own files only.'
  if (side(file) === 'renderer' && builtForWindow.test(name))
    return 'The window has no Node: ask the main process through renderer/lib/desk.ts.'
  if (side(file) === 'electron' && /^(@?vue|pinia|@pinia|naive-ui)/.test(name))
    return 'The main process never imports the window: communicate through shared/contract.ts.'
  return null
}

function sideMessage(from, to, target) {
  if (from === 'relay' && to !== 'relay' && !target.startsWith('shared/wire/'))
    return 'The relay is a server of its own: it imports only #shared/wire/ and its own files.'
  if (from === to || to === 'shared') return null
  if (to === 'relay')
    return 'The relay is a server of its own: the desk reaches it by HTTP, with the schemas of shared/wire/relay.ts.'
  if (from === 'shared') return 'shared/ imports neither side: it is what both have in common.'
  if (from === 'renderer' && to === 'electron')
    return 'The window never imports the main process: communicate through shared/contract.ts.'
  if (from === 'electron' && to === 'renderer')
    return 'The main process never imports the window: communicate through shared/contract.ts.'
  return null
}

function sandboxMessage(file, target) {
  const inside = (path) => path.startsWith('electron/sandbox/')
  if (inside(file)) {
    if (side(target) === 'shared' && !target.startsWith('shared/wire/'))
      return "The sandbox tests the desk's rules, so it must not share them: it imports only #shared/wire/."
    return side(target) === 'electron' && !inside(target)
      ? 'The sandbox is independent: it imports #shared/wire/ and its own files.'
      : null
  }
  return inside(target) ? 'Only connections/ starts the sandbox, as a separate process, by its entry path.' : null
}

const notInTable = (from, to) =>
  `${from} may not import ${to}: build/lint/imports.js has the table of what each module imports.`

function mainMessage(file, target) {
  const to = moduleOf(target, mainModules)
  const from = moduleOf(file, mainModules)
  if (to === null || to === from) return null
  if (entries.test(file)) {
    if (!entryImports.includes(to)) return notInTable(file, `${to}/`)
    return to === 'settings' && target !== 'electron/settings/index.ts' ? throughIndex(to) : null
  }
  if (to === 'app') return 'Only the entry points import app/: it composes the modules.'
  if (from === null || !mainModules[from].includes(to)) return notInTable(`${from ?? file}/`, `${to}/`)
  const isEntryPoint = entryPoints[target]?.includes(from) === true
  return standAlone.includes(to) || isEntryPoint || target === `electron/${to}/index.ts` ? null : throughIndex(to)
}
const throughIndex = (module) => `Import ${module}/ through electron/${module}/index.ts: export there what others need.`

function featureMessage(file, target) {
  const to = featureOf(target)
  const from = featureOf(file)
  if (to === null || to === from) return null
  if (!windowFeatures[to]?.exports.includes(target.split('/').slice(3).join('/')))
    return `Others may not import this file of features/${to}/: build/lint/imports.js lists what it exports.`
  return from === null || windowFeatures[from]?.imports.includes(to)
    ? null
    : notInTable(`features/${from}/`, `features/${to}/`)
}

function windowMessage(file, target) {
  const to = moduleOf(target, windowLayers)
  const from = moduleOf(file, windowLayers)
  if (to !== from && to !== null && (from === null || !windowLayers[from].includes(to)))
    return notInTable(`renderer/${from ?? ''}`, `renderer/${to}`)
  return featureMessage(file, target)
}

function sharedMessage(file, target) {
  const to = moduleOf(target, sharedFolders)
  const from = moduleOf(file, sharedFolders)
  return to === from || to === null || from === null || sharedFolders[from].includes(to)
    ? null
    : notInTable(`shared/${from}/`, `shared/${to}/`)
}

function pathMessage(file, target) {
  const message = sideMessage(side(file), side(target), target) ?? sandboxMessage(file, target)
  if (message !== null || side(file) !== side(target)) return message
  if (side(file) === 'shared') return sharedMessage(file, target)
  if (side(file) === 'electron') return file.startsWith('electron/sandbox/') ? null : mainMessage(file, target)
  return side(file) === 'renderer' ? windowMessage(file, target) : null
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
