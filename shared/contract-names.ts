/**
 * The names of the bridge without its schemas. The contract is the only list of them: this file reads it, and the build
 * replaces it with the result (build/contractNames.ts), so that the preload script contains neither schemas nor zod.
 */
import { contract, events } from './contract.ts'

type Names = Readonly<Record<string, readonly string[]>>

export const contractNames: Names = Object.fromEntries(
  Object.entries(contract).map(([namespace, operations]) => [namespace, Object.keys(operations)]),
)
export const eventNames: readonly string[] = Object.keys(events)
