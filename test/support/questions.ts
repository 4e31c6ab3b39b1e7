/**
 * Answers questions of the main process as a person would: on Chromium in the browser window of the question, on the
 * stand-in for Electron in its message box. The desk's own page is not involved.
 */
import { expect } from 'vitest'
import type { Page } from 'playwright-core'
import { z } from 'zod'
import { limits } from '../limits.ts'
import type { StandIn } from './electronStandIn/remote.ts'
import { eventually } from './eventually.ts'
import type { TestHost } from './testHost.ts'

/** The desk that asks. */
interface AskingDesk {
  readonly host: TestHost
  readonly page: Page
  readonly standIn: StandIn
}

export interface OpenQuestion {
  readonly title: string
  /** The whole text that a person reads in the question. */
  readonly text: string
  readonly answer: (answer: Answer) => Promise<void>
}

/** `close` means that the person closes the dialog. */
export type Answer = 'yes' | 'no' | 'close'

const Box = z.object({
  message: z.string(),
  detail: z.string().optional(),
  buttons: z.array(z.string()),
  defaultId: z.number(),
  cancelId: z.number(),
})
/** The page of a question has this address. */
export const questionAddress = 'https://question.invalid/'

/** Returns the open question, or null if none is open. */
export async function openQuestion(desk: AskingDesk): Promise<OpenQuestion | null> {
  if (desk.host === 'electron') throw new Error('Nobody answers the message boxes of the real Electron')
  return desk.host === 'chromium' ? await pageQuestion(desk) : messageBoxQuestion(desk)
}

const pageOf = (desk: AskingDesk): Page | undefined =>
  desk.page
    .context()
    .pages()
    .find((page) => page.url().startsWith(questionAddress))

async function pageQuestion(desk: AskingDesk): Promise<OpenQuestion | null> {
  const page = pageOf(desk)
  if (page === undefined) return null
  const read = Promise.all([
    page.locator('h1').innerText({ timeout: limits.state }),
    page.locator('body').innerText({ timeout: limits.state }),
  ])
  // The question may have been answered or withdrawn meanwhile.
  const found = await read.catch(() => null)
  if (found === null) return null
  const [title, text] = found
  return {
    title,
    text,
    async answer(answer) {
      const closed = page.isClosed() ? Promise.resolve() : page.waitForEvent('close', { timeout: limits.state })
      if (answer === 'close') await page.close()
      // oxlint-disable-next-line typescript/no-deprecated -- the click closes the page, so nothing is waited for
      else await page.locator(`button[value=${answer}]`).click({ noWaitAfter: true, timeout: limits.state })
      await closed
    },
  }
}

const isQuestion = ({ buttons }: z.infer<typeof Box>): boolean => buttons.length === 2 && buttons[0] !== 'Wait'

function messageBoxQuestion(desk: AskingDesk): OpenQuestion | null {
  const boxes = desk.standIn.reports('dialog.showMessageBox').map((report) => Box.parse(report))
  const closed = desk.standIn.reports('dialog.closed').length
  const box = boxes[closed]
  if (box === undefined || !isQuestion(box)) return null
  return {
    title: box.message,
    text: [box.message, box.detail ?? '', ...box.buttons].join('\n'),
    async answer(answer) {
      await desk.standIn.command({
        do: 'answerDialog',
        response: answer === 'yes' ? 1 : answer === 'no' ? 0 : box.cancelId,
      })
      await desk.standIn.nextReport('dialog.closed', closed)
    },
  }
}

/** Waits for a question. */
export async function nextQuestion(desk: AskingDesk): Promise<OpenQuestion> {
  return await eventually(async () => {
    const question = await openQuestion(desk)
    if (question === null) throw new Error('No question is open')
    return question
  })
}

/** Answers the next question, which must have this title. */
export async function answerQuestion(desk: AskingDesk, title: string, answer: Answer = 'yes'): Promise<OpenQuestion> {
  const question = await nextQuestion(desk)
  expect(question.title).toBe(title)
  await question.answer(answer)
  return question
}

/** Answers every question until the work ends. Resolves to the value of the work and the titles of the questions. */
export async function whileAnswering<T>(
  desk: AskingDesk,
  answer: Answer | ((question: OpenQuestion) => Answer),
  work: Promise<T>,
): Promise<{ readonly value: T; readonly titles: readonly string[] }> {
  const titles: string[] = []
  let isOver = false
  const end = work.finally(() => (isOver = true))
  const answering = (async () => {
    while (!isOver) {
      const question = await openQuestion(desk)
      if (question === null)
        await Promise.race([end, new Promise((resolve) => setTimeout(resolve, 50))]).catch(() => undefined)
      else {
        titles.push(question.title)
        await question.answer(typeof answer === 'function' ? answer(question) : answer)
      }
    }
  })()
  const value = await end
  await answering
  return { value, titles }
}

/** Matches questions that are asked only because a test works faster than a person. */
const pacePattern = /within a minute/

/** Answers questions about the pace with yes until the desk ends, and leaves all others open. */
export function confirmPace(desk: AskingDesk): void {
  const confirm = async (): Promise<void> => {
    const question = await openQuestion(desk)
    if (question !== null && pacePattern.test(question.text)) await question.answer('yes')
  }
  if (desk.host === 'chromium') {
    desk.page.context().on(
      'page',
      (page) =>
        void page
          .waitForURL(`${questionAddress}**`, { waitUntil: 'commit' })
          .then(confirm)
          .catch(() => undefined),
    )
  } else if (desk.host === 'electron-stand-in') void confirmInMessageBoxes(desk, confirm).catch(() => undefined)
}

/** Ends with the program, because the next report is rejected. */
async function confirmInMessageBoxes({ standIn }: AskingDesk, confirm: () => Promise<void>): Promise<void> {
  for (let count = 0; ; count += 1) {
    await standIn.nextReport('dialog.showMessageBox', count)
    await confirm()
  }
}
