/**
 * Whether an operation was done in an earlier sandbox. Each start of the sandbox is another service with the same
 * customers, so that what was done in an earlier one says nothing about their packages.
 */
import type { OperationRow } from '#shared/model/operation/operation.ts'
import { useConnection } from './connection.store.ts'

export function useEarlierSandbox(): (row: Pick<OperationRow, 'current' | 'sandbox'>) => boolean {
  const connection = useConnection()
  return ({ current, sandbox }) => connection.isSandbox && !current && sandbox
}
