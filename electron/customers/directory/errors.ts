/**
 * Passes errors from the worker to the main thread as the desk's error data, since an error's class does not survive
 * the message channel.
 */
import { asDeskError, DeskError, DeskErrorData } from '#shared/errors.ts'
import { errorCode } from '../../base/errorCode.ts'
import { asStorageError } from '../../storage/index.ts'

const isAnswer = (message: unknown): message is { readonly e?: unknown } =>
  typeof message === 'object' && message !== null && 'e' in message

/** Encodes, in the worker, whatever a call threw. Errors of SQLite are named by their code. */
export function encodeError(message: unknown): unknown {
  if (!isAnswer(message) || message.e === undefined) return message
  return { ...message, e: asDeskError(storageFailure(message.e)).toData() }
}

function storageFailure(thrown: unknown): unknown {
  return errorCode(thrown)?.startsWith('SQLITE_') === true ? asStorageError(thrown, 'directory') : thrown
}

/** Decodes an error on the calling side. */
export function decodeError(message: unknown): unknown {
  if (!isAnswer(message) || message.e === undefined) return message
  const data = DeskErrorData.safeParse(message.e)
  return {
    ...message,
    e: data.success
      ? DeskError.fromData(data.data)
      : new DeskError('unexpected', 'The directory failed without a reason'),
  }
}
