/**
 * Measures a pasted chat at a desk with 20,000 customers, from the paste to the painted page with the country and the
 * device filled in, and how long reading the chats alone takes.
 */
import { control } from '../support/control.ts'
import { madeUpChats } from '../support/chats.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { chatFacts } from '../../renderer/lib/chat/chatFacts.ts'
import { chatIdentifiers, ownAddressesOf } from '../../renderer/rules/chat/identifiers.ts'
import { chatLines } from '../../renderer/rules/chat/transcript.ts'
import { searchField, startConnectedDesk } from './support/connectedDesk.ts'
import { figure, machine, median, percentile } from './support/figures.ts'
import { keyToPainted } from './support/painted.ts'

const pastes = 40

/** The time to read a text, without the first one, for which all names are prepared. */
function readingTime(text: string): number {
  const startedAt = performance.now()
  const lines = chatLines(text, '')
  chatIdentifiers(lines, ownAddressesOf([]))
  chatFacts(
    lines.map((line) => line.text),
    [{ name: 'Pixel 8', vendor: 'Google', platform: null }],
  )
  return performance.now() - startedAt
}

const chats = madeUpChats().map(({ text }) => text)
readingTime('')
const short = chats.map(readingTime)
figure({ name: 'Reading a made-up chat, p99', value: percentile(short, 99), unit: 'ms', goal: 10 })
const long = chats.join('\n').repeat(30).slice(0, 1_000_000)
figure({ name: 'Reading a chat of 1 MB, of which the end counts', value: readingTime(long), unit: 'ms', goal: 150 })

const sandbox = await startSandboxProcess({ customers: 20_000, seed: 7 })
const desk = await startConnectedDesk(sandbox)
try {
  const { page } = desk
  page.setDefaultTimeout(60_000)
  await page.getByRole('button', { name: /^20,000 customers/ }).waitFor()
  const samples = Object.values(await control(sandbox.info).samples(40)).flat()
  const people = new Map(samples.flatMap(({ iccid, uid }) => (iccid === null ? [] : [[iccid, uid] as const])))
  const took: number[] = []
  for (const [iccid, uid] of [...people].slice(0, pastes)) {
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await searchField(page).focus()
    const chat = [
      'Support 10:30',
      'Which country are you in, and what is your ICCID?',
      'Ada 10:31',
      "I'm in Tokyo with a Pixel 8, and I come from Spain.",
      `My number is ${iccid}.`,
      ...chats.slice(0, 10).flatMap((text) => text.split('\n').filter((line) => !/[@\d]/.test(line))),
    ].join('\n')
    // The clipboard of the system has nothing to do with the time, so the key pastes by itself.
    await page.evaluate((text) => {
      const onKey = ({ key }: KeyboardEvent): void => {
        if (key !== 'F9') return
        removeEventListener('keydown', onKey)
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', text)
        const init = { clipboardData, bubbles: true, cancelable: true }
        document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init))
      }
      addEventListener('keydown', onKey)
    }, chat)
    took.push(await keyToPainted(page, 'F9', `[data-customer="${uid}"] .chat .mark:nth-of-type(3)`))
  }
  figure({
    name: 'Pasted chat to the filled page, p95',
    value: percentile(took, 95),
    unit: 'ms',
    goal: 100,
    note: `${String(took.length)} pastes, median ${median(took).toFixed(1)} ms, the first ${(took[0] ?? Number.NaN).toFixed(1)} ms`,
  })
  machine()
} finally {
  await desk.close()
  await sandbox.stop()
}
