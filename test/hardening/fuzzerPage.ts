/** Sends any text over the bridge from a script in the page, which replaces `JSON.stringify`. */
import type { Page } from 'playwright-core'
import type { PlannedCall } from '../support/contractCalls.ts'

/** Resolves to the results as JSON, in the order of the calls. */
export function sendFromPage(
  page: Page,
  calls: readonly Pick<PlannedCall, 'kind' | 'op' | 'text' | 'choice'>[],
): Promise<readonly string[]> {
  return page.evaluate(
    async (list) => {
      type Operation = (input: unknown) => Promise<unknown>
      const desk: Readonly<Record<string, Readonly<Record<string, Operation>>>> = Reflect.get(globalThis, 'desk')
      const operation = (name: string): Operation => {
        const [namespace = '', method = ''] = name.split('.')
        const found = desk[namespace]?.[method]
        if (found === undefined) throw new Error(`The window has no ${name}`)
        return found
      }
      const { stringify } = JSON

      /** The bridge serializes its input before it returns. */
      const sendRaw = (text: string): Promise<unknown> => {
        JSON.stringify = () => text
        try {
          return operation('customers.status')(null)
        } finally {
          JSON.stringify = stringify
        }
      }

      const circle: Record<string, unknown> = {}
      circle['itself'] = circle
      const unsendable: readonly unknown[] = [
        1n,
        Symbol('x'),
        () => 0,
        circle,
        {
          toJSON: () => {
            throw new Error('no text')
          },
        },
        new Proxy(
          {},
          {
            ownKeys: () => {
              throw new Error('no keys')
            },
          },
        ),
        document.body,
        new Map([[1, 2]]),
      ]
      return await Promise.all(
        list.map(async ({ kind, op, text, choice }) => {
          const answer = await (kind === 'not JSON' ? operation(op)(unsendable[choice]) : sendRaw(text))
          return stringify(answer)
        }),
      )
    },
    calls.map(({ kind, op, text, choice }) => ({ kind, op, text, choice })),
  )
}
