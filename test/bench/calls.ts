/**
 * Measures ten calls of a support desk on a connected desk with 2,000 customers: from the last key of each to the first
 * frame that shows its answer. It also counts the tasks of the window that took longer than 50 ms, those on which its
 * thread worked that long, and how far content moved by itself. Money is sent to a sandbox in a process of its own, and
 * mails to a server in this process.
 * Arguments: how often each call is made, 48 by default, and the number of a single call.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { MailAddress } from '#shared/model/mail.ts'
import { defaultRules } from '#shared/model/operation/purchase.ts'
import { askDesk } from '../support/bridge.ts'
import { authority } from '../support/certificates.ts'
import { control, type Sample, type Situation } from '../support/control.ts'
import { mailSecret, mailUser, startMailServer } from '../support/mailServer.ts'
import { openQuestion, questionAddress } from '../support/questions.ts'
import { startSandboxProcess } from '../support/sandbox.ts'
import { startConnectedDesk } from './support/connectedDesk.ts'
import { figure, machine, median, percentile } from './support/figures.ts'
import { keyToPainted } from './support/painted.ts'
import { recordThreadTime } from './support/threadTime.ts'

const repetitions = Number(process.argv[2] ?? 48)
const [, , , single] = process.argv
const customers = 2000
const goalMs = 100

const sandbox = await startSandboxProcess({ customers, seed: 7 })
const mails = await startMailServer()
const folder = await mkdtemp(join(tmpdir(), 'esim-desk-bench-'))
const desk = await startConnectedDesk(sandbox)
const { page } = desk
const service = control(sandbox.info)

/** A question of the main process has a window of its own. The time of the simulated person is none of the desk's. */
let questions = 0
page
  .context()
  .on('page', (opened) =>
    opened.on('framenavigated', (frame) => void (questions += frame.url().startsWith(questionAddress) ? 1 : 0)),
  )

/** Says yes to the question that is about to be asked. */
async function answerQuestion(): Promise<void> {
  for (;;) {
    const question = await openQuestion(desk)
    if (question !== null) return await question.answer('yes')
    await wait(20)
  }
}

const Choice = z.object({ possible: z.boolean() })
const View = z.object({
  items: z.array(z.object({ activate: Choice, refund: Choice })),
  esims: z.array(z.object({ uid: z.string(), state: z.string() })),
})
type View = z.infer<typeof View>

const samples = await service.samples(5 * repetitions)
const used = new Set<string>()

/** A customer in this situation whom no earlier call was about, and of whom no package or eSIM has to be chosen. */
async function nextCustomer(situation: Situation, choices: (view: View) => number = () => 1): Promise<Sample> {
  for (const sample of samples[situation]) {
    if (used.has(sample.uid) || sample.email === null) continue
    used.add(sample.uid)
    const view = await askDesk(page, 'customers', 'get', { uid: sample.uid, from: 'service' }, View)
    if (choices(view) === 1) return sample
  }
  throw new Error(`The sandbox has too few customers of ${situation}`)
}
const toActivate = ({ items }: View): number => items.filter(({ activate }) => activate.possible).length
const toRefund = ({ items }: View): number => items.filter(({ refund }) => refund.possible).length
const toInstall = ({ esims }: View): number => esims.length
/** While every eSIM has failed, a top-up may select no package. */
const toTopUp = ({ esims }: View): number => (esims.some(({ state }) => state !== 'error') ? 1 : 0)

const outcomeIn = (tone: string): string => `.outcomes [role="status"] .line.${tone}`
const submit = 'Control+Enter'

async function onPageOf({ uid }: Sample): Promise<void> {
  await page.evaluate(`location.assign('#/customers/' + encodeURIComponent(${JSON.stringify(uid)}))`)
  await page.locator(`[data-customer="${uid}"]`).getByText('Up to date').waitFor()
}

async function onCustomers(): Promise<void> {
  await page.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Find a customer' }).fill('')
  await page.getByRole('heading', { level: 1, name: 'Customers', exact: true }).waitFor()
}

/** Opens a dialog by its key and waits until it can be submitted. Of packages, the first is chosen if none is. */
async function openDialog(key: string, name: string, button: string): Promise<void> {
  await page.keyboard.press(key)
  if (key === 't') {
    const options = page.getByRole('dialog', { name }).getByRole('option')
    await options.first().waitFor()
    if ((await options.and(page.locator('[aria-selected="true"]')).count()) === 0) await options.first().click()
  }
  await enabled(name, button).waitFor()
}
const enabled = (name: string, button: string) =>
  page.getByRole('dialog', { name }).getByRole('button', { name: button, exact: true, disabled: false })

async function closeDialog(): Promise<void> {
  await page.keyboard.press('Escape')
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

async function findByDigits(): Promise<number> {
  await onCustomers()
  const { uid, iccid } = await nextCustomer('usable')
  const digits = iccid?.slice(-6) ?? ''
  await page.keyboard.press('/')
  await page.keyboard.insertText(digits)
  await page.locator(`[data-query="${digits}"] mark`).first().waitFor()
  return await keyToPainted(page, 'Enter', `[data-customer="${uid}"] h1`)
}

async function seeCause(): Promise<number> {
  await onCustomers()
  const { email } = await nextCustomer('esimReleased')
  const field = page.getByRole('searchbox', { name: 'Find a customer' })
  await field.pressSequentially(email ?? '')
  await page
    .locator(`[data-query=${JSON.stringify(email)}] mark`)
    .first()
    .waitFor()
  return await keyToPainted(page, 'Enter', '[data-customer] .verdict .cause')
}

async function money(situation: Situation, key: string, dialog: string, button: string): Promise<number> {
  await onPageOf(await nextCustomer(situation, key === 'a' ? toActivate : key === 'f' ? toRefund : toTopUp))
  await openDialog(key, dialog, button)
  return await keyToPainted(page, submit, outcomeIn('ok'))
}

async function refusedRefund(): Promise<number> {
  await onPageOf(await nextCustomer('refundable', toRefund))
  await service.fault('refund', 'status', {
    status: 400,
    body: '{"message":"Locked."}',
    contentType: 'application/json',
  })
  await openDialog('f', 'Refund this package?', 'Refund')
  return await keyToPainted(page, submit, outcomeIn('danger'))
}

/**
 * For an eSIM that will probably not install, the desk shows a warning in place of the mail. The service also has
 * customers whose address no mail can be sent to.
 */
async function openMail(): Promise<void> {
  const mail = enabled('E-mail the installation', 'Send')
  const warning = page.getByRole('dialog', { name: 'Installation QR code' })
  for (;;) {
    const customer = await nextCustomer('esimReleased', toInstall)
    if (!MailAddress.safeParse(customer.email).success) continue
    await onPageOf(customer)
    await page.keyboard.press('m')
    await mail.or(warning).first().waitFor()
    if (await mail.isVisible()) return
    await closeDialog()
  }
}

async function sendMail(): Promise<number> {
  await openMail()
  const took = await keyToPainted(page, submit, 'dialog button[aria-busy="true"]')
  await page
    .locator('dialog')
    .getByText(/^Sent to/)
    .first()
    .waitFor()
  await closeDialog()
  return took
}

async function priceOfTopUp(): Promise<number> {
  await onPageOf(await nextCustomer('refundable', toTopUp))
  const took = await keyToPainted(page, 't', 'dialog .summary .price .amount')
  await enabled('Top up', 'Buy').waitFor()
  await closeDialog()
  return took
}

let sales = 0
async function newSale(): Promise<number> {
  await onCustomers()
  sales += 1
  await page.keyboard.press('Control+n')
  const dialog = page.getByRole('dialog', { name: 'New sale' })
  await dialog.getByRole('option').first().waitFor()
  await dialog.getByLabel('Package', { exact: true }).fill('Africa 500 MB')
  await page.keyboard.press('Enter')
  await dialog.getByLabel(/^E-mail/).fill(`sale.${String(sales)}@example.org`)
  if (sales === 1) {
    await dialog.getByLabel('Country', { exact: true }).fill('Portugal')
    await page.keyboard.press('Enter')
  }
  await dialog.getByLabel('IP address').fill('203.0.113.7')
  const mailAtOnce = dialog.getByRole('checkbox', { name: 'Send the QR code at once' })
  if (!(await mailAtOnce.isChecked())) await mailAtOnce.check()
  await enabled('New sale', 'Buy').waitFor()
  const took = await keyToPainted(page, submit, outcomeIn('ok'))
  await page
    .getByRole('status')
    .filter({ hasText: `Sent to sale.${String(sales)}@example.org` })
    .waitFor()
  return took
}

async function coverage(): Promise<number> {
  await onCustomers()
  await page.keyboard.press('Control+k')
  await page.locator('dialog input[role=combobox]:focus').waitFor()
  await page.keyboard.type('japan korea')
  await page.getByRole('option', { name: 'Packages that cover Japan and South Korea' }).waitFor()
  const took = await keyToPainted(page, 'Enter', '.inventory .chosen li:nth-child(2)')
  await page.getByRole('button', { name: 'Clear filters', exact: true }).first().click()
  return took
}

async function ticket(): Promise<number> {
  await onPageOf(await nextCustomer('usable'))
  // A message is still there from the copy before, and may be from a tab that had to close.
  await page.waitForFunction(() => document.querySelector('.n-message') === null)
  return await keyToPainted(page, 'c', '.n-message')
}

const calls: readonly (readonly [string, () => Promise<number>])[] = [
  ['1 Enter to the customer with six pasted digits', findByDigits],
  ['2 Enter to the cause', seeCause],
  ['3 activation confirmed to “Activated”', () => money('activatable', 'a', 'Activate this package?', 'Activate')],
  ['4 refund confirmed to “Refunded”', () => money('refundable', 'f', 'Refund this package?', 'Refund')],
  ['5 refund confirmed to its refusal', refusedRefund],
  ['6 mail sent to “sending”', sendMail],
  ['7 key of the top-up to its price', priceOfTopUp],
  ['7 top-up confirmed to “Bought”', () => money('usedItem', 't', 'Top up', 'Buy')],
  ['8 new sale confirmed to “Bought” on the customer’s page', newSale],
  ['9 Enter to the packages of two countries', coverage],
  ['10 key of the ticket to “copied”', ticket],
]

/**
 * Runs in the page. A reload resets the sums, so they are read after every call. The driver waits in the page by timers
 * of its own, which have no address; the desk's own script without one sets a timer only when the page is loaded.
 */
function observe(): void {
  const seen = { long: [] as Span[], driver: [] as Span[], shift: 0, moved: '' }
  Reflect.set(globalThis, 'observed', seen)
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.long.push({ startTime, duration })
  }).observe({ type: 'longtask' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      for (const { startTime, duration, invoker, sourceURL } of (Reflect.get(entry, 'scripts') ??
        []) as readonly Script[])
        if (sourceURL === '' && /^(?:TimerHandler|FrameRequestCallback)/.test(invoker))
          seen.driver.push({ startTime, duration })
  }).observe({ type: 'long-animation-frame' })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (Reflect.get(entry, 'hadRecentInput') === false) {
        seen.shift += Number(Reflect.get(entry, 'value'))
        const [source] = (Reflect.get(entry, 'sources') ?? []) as readonly { readonly node?: Node | null }[]
        const { node } = source ?? {}
        seen.moved = node instanceof Element ? `${node.tagName.toLowerCase()}.${node.className}` : 'removed'
      }
  }).observe({ type: 'layout-shift' })
}
interface Script extends Span {
  readonly invoker: string
  readonly sourceURL: string
}
const Span = z.object({ startTime: z.number(), duration: z.number() })
type Span = z.infer<typeof Span>
const Observed = z.object({ long: z.array(Span), driver: z.array(Span), shift: z.number(), moved: z.string() })
/** Returns how long the desk's part of each task took, where that is a long task by itself. */
function tasksOfDesk({ long, driver }: z.infer<typeof Observed>): readonly number[] {
  const overlap = (one: Span, other: Span): number =>
    Math.max(
      0,
      Math.min(one.startTime + one.duration, other.startTime + other.duration) -
        Math.max(one.startTime, other.startTime),
    )
  return long
    .map((task) => task.duration - driver.reduce((sum, script) => sum + overlap(task, script), 0))
    .filter((milliseconds) => milliseconds > 50)
}
const observed = async (): Promise<z.infer<typeof Observed>> =>
  Observed.parse(await page.evaluate(() => Reflect.get(globalThis, 'observed')))

try {
  page.setDefaultTimeout(30_000)
  await page.getByRole('button', { name: /^2,000 customers/ }).waitFor()
  await writeFile(join(folder, 'authority.pem'), authority)
  const mail = {
    ...{ host: 'localhost', port: mails.port, security: 'starttls', user: mailUser, auth: 'password' },
    ...{ from: mailUser, caFile: join(folder, 'authority.pem'), secret: mailSecret },
  }
  const setting = page.evaluate(`window.desk.settings.set(${JSON.stringify({ mail })})`)
  await answerQuestion()
  z.object({ ok: z.literal(true) }).parse(await setting)
  const rules = askDesk(page, 'operations', 'setRules', { ...defaultRules, askAbove: '10000' }, z.unknown())
  await answerQuestion()
  await rules
  await page.reload()

  const long: { readonly name: string; readonly milliseconds: number }[] = []
  const worked: { readonly name: string; readonly milliseconds: number }[] = []
  const shifts: { readonly name: string; readonly shift: number; readonly moved: string }[] = []
  for (const [name, perform] of calls.filter(([name]) => single === undefined || name.startsWith(`${single} `))) {
    const took: number[] = []
    let asked = 0
    const takeThreadTime = await recordThreadTime(page)
    for (let round = 0; round < repetitions; round += 1) {
      const before = questions
      await page.evaluate(observe)
      const milliseconds = await perform()
      if (questions === before) took.push(milliseconds)
      else asked += 1
      const seen = await observed()
      long.push(...tasksOfDesk(seen).map((milliseconds) => ({ name, milliseconds })))
      shifts.push({ name, ...seen })
    }
    const tasks = await takeThreadTime()
    worked.push(...tasks.filter((each) => each > 50).map((milliseconds) => ({ name, milliseconds })))
    figure({
      name: `Call ${name}, p95`,
      value: percentile(took, 95),
      unit: 'ms',
      goal: goalMs,
      note:
        `${String(took.length)} times, p50 ${median(took).toFixed(0)} ms, longest ${Math.max(...took).toFixed(0)} ms` +
        (asked === 0 ? '' : `; ${String(asked)} more with a question of the main process`),
    })
  }
  for (const [name, tasks] of [
    ['Tasks of the window over 50 ms', long],
    ['Tasks on which the thread of the window worked over 50 ms', worked],
  ] as const) {
    const longest = tasks.toSorted((one, other) => other.milliseconds - one.milliseconds).slice(0, 5)
    figure({
      ...{ name, value: tasks.length, unit: 'tasks', goal: 0 },
      note: longest.map(({ name, milliseconds }) => `${milliseconds.toFixed(0)} ms in call ${name}`).join(', '),
    })
  }
  const most = shifts.toSorted((one, other) => other.shift - one.shift)[0]
  figure({
    name: 'Layout shift of one call, at most',
    value: most?.shift ?? 0,
    unit: '',
    goal: 0.01,
    ...(most !== undefined && most.shift > 0 && { note: `call ${most.name}, ${most.moved}` }),
  })
  machine()
} finally {
  await desk.close()
  await mails.close()
  await sandbox.stop()
  await rm(folder, { recursive: true, force: true })
}
