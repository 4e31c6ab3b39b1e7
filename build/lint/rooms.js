/**
 * The import rules of the house as one lint rule. It resolves every import, export and import() to a place in the
 * tree, so that a rule can't be dodged by spelling the way differently. Each message says where to go instead.
 */
import { dirname, relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const electronRooms = new Set([
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
/** What a room may be entered by, beside its index.ts. */
const doors = new Set(['electron/host/host.ts'])
const electronEntryPoints = [/^electron\/main\.ts$/, /^electron\/preload\.ts$/, /^electron\/host\/electron\//]
const browserEntryPoints = [/^electron\/chromium\.ts$/, /^electron\/host\/chromium\//]
const builtForWindow = /^(node:|electron(-updater)?(\/|$)|playwright-core|better-sqlite3|keytar|undici)/

const within = (path, patterns) => patterns.some((pattern) => pattern.test(path))
const side = (path) => path.split('/')[0]
const roomOf = (path) => {
  const [top, room] = path.split('/')
  return top === 'electron' && electronRooms.has(room) ? room : null
}

/** Place in the tree, or null for a package. */
function placeOf(specifier, file) {
  if (specifier.startsWith('#shared/')) return `shared/${specifier.slice('#shared/'.length)}`
  if (!specifier.startsWith('.')) return null
  return relative(root, resolve(root, dirname(file), specifier))
    .split(sep)
    .join('/')
}

function packageComplaint(file, name) {
  if (/^electron(-updater)?(\/|$)/.test(name) && !within(file, electronEntryPoints))
    return "Only electron/main.ts, preload.ts and host/electron/ import 'electron'. Ask the Host instead (electron/host/host.ts)."
  if (name.startsWith('playwright-core') && side(file) === 'electron' && !within(file, browserEntryPoints))
    return 'Only electron/chromium.ts and host/chromium/ import the browser driver. Ask the Host instead (electron/host/host.ts).'
  if (side(file) === 'shared' && name !== 'zod')
    return 'shared/ is pure TypeScript: it imports zod and its own files only.'
  if (side(file) === 'renderer' && builtForWindow.test(name))
    return 'The window has no Node: ask the main process through renderer/desk.ts.'
  if (side(file) === 'electron' && /^(@?vue|pinia|@pinia|naive-ui)/.test(name))
    return 'The main process never imports the window: speak through shared/contract.ts.'
  return null
}

function placeComplaint(file, place) {
  const from = side(file)
  const to = side(place)
  if (from === 'shared' && to !== 'shared') return 'shared/ imports neither side: it is what both speak.'
  if (from === 'renderer' && to === 'electron')
    return 'The window never imports the main process: speak through shared/contract.ts.'
  if (from === 'electron' && to === 'renderer')
    return 'The main process never imports the window: speak through shared/contract.ts.'
  if (file.startsWith('electron/sandbox/')) {
    if (to === 'shared' && !place.startsWith('shared/wire/'))
      return "The sandbox judges the desk's rules, so it shares the wire schemas and none of them: only #shared/wire/."
    return to === 'electron' && !place.startsWith('electron/sandbox/')
      ? 'The sandbox stands alone: it imports #shared/wire/ and its own files.'
      : null
  }
  if (place.startsWith('electron/sandbox/'))
    return 'Only connections/ starts the sandbox, as a process of its own, by its entry path.'
  const room = roomOf(place)
  // The entries pick their host.
  const entry =
    place.startsWith('electron/host/') && (within(file, electronEntryPoints) || within(file, browserEntryPoints))
  if (
    room === null ||
    room === roomOf(file) ||
    from !== 'electron' ||
    entry ||
    doors.has(place) ||
    place === `electron/${room}/index.ts`
  )
    return null
  return `Enter ${room}/ through electron/${room}/index.ts: export there what others need.`
}

export const rooms = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const file = relative(root, context.filename).split(sep).join('/')
    const check = (source) => {
      if (source?.type !== 'Literal' || typeof source.value !== 'string') return
      const place = placeOf(source.value, file)
      const complaint = place === null ? packageComplaint(file, source.value) : placeComplaint(file, place)
      if (complaint !== null) context.report({ node: source, message: complaint })
    }
    return {
      ImportDeclaration: (node) => check(node.source),
      ExportNamedDeclaration: (node) => check(node.source),
      ExportAllDeclaration: (node) => check(node.source),
      ImportExpression: (node) => check(node.source),
    }
  },
}
