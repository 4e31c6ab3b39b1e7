import { onTestFinished } from 'vitest'
import { effectScope } from 'vue'

/** Runs a composable as a component would. What it watches ends with the test. */
export function inScope<T extends object>(compose: () => T): T {
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const composed = scope.run(compose)
  if (composed === undefined) throw new Error('The scope is over')
  return composed
}
