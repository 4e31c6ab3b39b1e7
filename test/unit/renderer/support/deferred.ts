/** A promise that a test settles, and a list of the requests to a fake desk. */
export interface PendingRequest<Input, Output> {
  readonly input: Input
  readonly answer: (output: Output) => void
  readonly fail: (error: Error) => void
}

export function recordRequests<Input, Output>(): {
  readonly send: (input: Input) => Promise<Output>
  readonly requests: PendingRequest<Input, Output>[]
} {
  const requests: PendingRequest<Input, Output>[] = []
  const send = (input: Input): Promise<Output> =>
    new Promise((answer, fail) => {
      requests.push({ input, answer, fail })
    })
  return { send, requests }
}

/** Lets everything that has settled continue. */
export async function flush(): Promise<void> {
  for (let task = 0; task < 10; task += 1) await Promise.resolve()
}

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`Nothing at ${String(index)}: ${String(list.length)} there`)
  return found
}
