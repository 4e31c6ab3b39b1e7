/** How an operation of the bridge is described, and the parts that several namespaces use. */
import * as z from 'zod'
import { questionTimeout } from '../model/operation/approval.ts'

export interface OperationSpec<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly input: Input
  readonly output: Output
  /** Milliseconds after which the window stops waiting and fails with `bridge_timeout`. */
  readonly timeout: number
}

export type AnyNamespace = Readonly<Record<string, OperationSpec>>

export const second = 1000
/**
 * The longest sequence of requests: a token, the request, a new token if that one was refused, and the request again,
 * with up to 60 seconds each.
 */
export const longestTimeout = 260 * second
/** A schema, or a function that creates it when it is first needed. */
type Schema<Type extends z.ZodType> = Type | (() => Type)

/**
 * Describes an operation. A start doesn't use most of the schemas that only one operation has, so functions give them.
 *
 * @param timeout milliseconds
 */
export function operation<Input extends z.ZodType, Output extends z.ZodType>(
  input: Schema<Input>,
  output: Schema<Output>,
  timeout = 30 * second,
): OperationSpec<Input, Output> {
  let knownInput = typeof input === 'function' ? null : input
  let knownOutput = typeof output === 'function' ? null : output
  return {
    get input() {
      return (knownInput ??= typeof input === 'function' ? input() : input)
    },
    get output() {
      return (knownOutput ??= typeof output === 'function' ? output() : output)
    },
    timeout,
  }
}

/** The time limit of an operation that may ask a person first: the work begins after their answer. */
export const afterQuestion = (timeout: number): number => questionTimeout + timeout

/** The time limit of the window's first calls: meanwhile a person may have to answer a question of the keychain. */
export const startTimeout = 300 * second

/** How long a person may take in a dialog of the system that saves or prints. */
export const dialogTimeout = 3600 * second

/** The time limit of an operation that opens such a dialog. */
export const withDialog = (timeout: number): number => dialogTimeout + timeout

/** No input: `undefined`, `null` or an empty object. */
export const nothing = z.union([z.undefined(), z.null(), z.strictObject({})])
export const done = z.null()
export const id = z.strictObject({ id: z.string().min(1).max(100) })

/** The name of a file, without folders and without its extension. */
export const FileName = z.string().regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,99}$/u)
