import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const at = (path: string): URL => new URL(`../../../${path}`, import.meta.url)

test.each(['README.md', 'ARCHITECTURE.md'])('every file of the project that %s points at is there', (document) => {
  const links = [...readFileSync(at(document), 'utf8').matchAll(/\]\((?!https?:|#)([^)\s#]+)/g)].map(
    ([, path = '']) => path,
  )
  if (document === 'README.md') expect(links.length).toBeGreaterThan(5)
  expect(links.filter((path) => !existsSync(at(path)))).toEqual([])
})
