/** Measures the gzipped JavaScript that the window loads before its first screen. Goal: at most 300 kB. */
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { figure } from './support/figures.ts'

const folder = fileURLToPath(new URL('../../out/renderer/', import.meta.url))

/** Returns the scripts of index.html and all that they import statically, directly or indirectly. */
function initialScripts(): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (name: string): void => {
    if (found.has(name)) return
    found.add(name)
    const code = readFileSync(`${folder}assets/${name}`, 'utf8')
    for (const [, imported] of code.matchAll(/\b(?:import|from)\s?["']\.\/([\w.-]+\.js)["']/g)) visit(imported ?? '')
  }
  const page = readFileSync(`${folder}index.html`, 'utf8')
  for (const [, name] of page.matchAll(/assets\/([\w.-]+\.js)/g)) visit(name ?? '')
  if (found.size === 0) throw new Error('index.html names no script')
  return found
}

const sizes = [...initialScripts()].map((name) => ({
  name,
  bytes: gzipSync(readFileSync(`${folder}assets/${name}`), { level: 9 }).byteLength,
}))
const total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
const all = readdirSync(`${folder}assets`).filter((name) => name.endsWith('.js')).length
figure({
  name: 'Initial JavaScript, gzipped',
  value: total / 1000,
  unit: 'kB',
  goal: 300,
  note: `${sizes.length} of ${all} scripts`,
})
