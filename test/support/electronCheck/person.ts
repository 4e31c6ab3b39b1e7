/** Asks the person at the terminal, whose eyes no program replaces. */
import { createInterface } from 'node:readline'

export interface Terminal {
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly output: NodeJS.WritableStream & { readonly isTTY?: boolean }
}

/** Resolves to the answer, or to null where no person is at a terminal or the input ends without an answer. */
export async function askPerson(question: string, { input, output }: Terminal): Promise<boolean | null> {
  if (input.isTTY !== true || output.isTTY !== true) return null
  const lines = createInterface({ input, output, prompt: `${question} [y/n] ` })
  lines.prompt()
  for await (const line of lines) {
    const [letter] = line.trim().toLowerCase()
    if (letter === 'y' || letter === 'n') return letter === 'y'
    lines.prompt()
  }
  return null
}
