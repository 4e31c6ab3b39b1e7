/**
 * `npm run dependencies`: checks every dependency of the lock file against build/dependencies/rules.ts, and writes the
 * list of their licences and a software bill of materials (CycloneDX) to out/dependencies/.
 */
import { writeFileSync } from 'node:fs'
import { at, main, projectEnvironment, projectNode, run, say, Stop } from '../lib.mjs'
import { ensureReady, npm } from '../setup.mjs'

await main(async () => {
  await ensureReady()
  const { code } = await run(projectNode(), [at('build', 'dependencies', 'main.ts')], { env: projectEnvironment() })
  writeFileSync(at('out', 'dependencies', 'sbom.cdx.json'), await billOfMaterials())
  say(`The licences and the bill of materials are in ${at('out', 'dependencies')}.`)
  return code
})

/** Returns npm's bill of materials from the lock file, which includes the optional packages of other systems. */
async function billOfMaterials() {
  const format = ['--sbom-format=cyclonedx', '--sbom-type=application']
  const { code, output } = await npm(['sbom', '--package-lock-only', ...format, '--loglevel=silent'], { collect: true })
  if (code !== 0) throw new Stop(`npm sbom ended with ${code}. It needs npm 10 or newer.`)
  return output
}
