/** A promise that a test settles, and a list of the requests to a fake desk. */
export interface Question<Input, Output> {
  readonly input: Input
  readonly answer: (output: Output) => void
  readonly fail: (error: Error) => void
}

export function questions<Input, Output>(): {
  readonly ask: (input: Input) => Promise<Output>
  readonly asked: Question<Input, Output>[]
} {
  const asked: Question<Input, Output>[] = []
  const ask = (input: Input): Promise<Output> =>
    new Promise((answer, fail) => {
      asked.push({ input, answer, fail })
    })
  return { ask, asked }
}

/** Lets everything that has settled continue. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
}

export function at<T>(list: readonly T[], index: number): T {
  const found = list[index]
  if (found === undefined) throw new Error(`Nothing at ${String(index)}: ${String(list.length)} there`)
  return found
}
