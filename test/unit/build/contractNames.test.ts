/** The build inlines the names of the bridge, without their schemas, where the preload script imports them. */
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, it } from 'vitest'
import { contractNames, eventNames } from '#shared/contract-names.ts'
import { inlineContractNames } from '../../../build/contractNames.ts'

const file = fileURLToPath(new URL('../../../shared/contract-names.ts', import.meta.url))

it('the built module imports nothing and has the same names', async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [inlineContractNames(file)],
    build: { write: false, minify: false, lib: { entry: file, formats: ['es'] } },
  })
  const outputs = Array.isArray(built) ? built.flatMap(({ output }) => output) : []
  expect(outputs).toHaveLength(1)
  const [chunk] = outputs
  const code = chunk?.type === 'chunk' ? chunk.code : ''
  expect(code).not.toMatch(/\b(import|require)\b/)
  expect({ ...(await import(`data:text/javascript,${encodeURIComponent(code)}`)) }).toEqual({
    contractNames,
    eventNames,
  })
})
