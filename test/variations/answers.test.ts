/** Answers to orders that nobody documented, executed or not (interface 4.9 to 4.13, 7). */
import type { VariantsInput } from '../../electron/sandbox/variants.ts'
import { runVariations } from './run.ts'
import type { JobName, Variation } from './variation.ts'

type Form = Extract<NonNullable<VariantsInput['refundAnswer']>, string>

const orders: readonly JobName[] = ['activation', 'refund', 'sale']
const changes: readonly JobName[] = ['activation', 'refund']
const answered = (form: Form, executes?: boolean): VariantsInput => {
  const answer = executes === undefined ? form : { form, executes }
  return { refundAnswer: answer, activateAnswer: answer, purchaseAnswer: answer }
}

/** A denial of a purchase is final after a complete read a minute later, which is longer than a job waits here. */
const denied = { activation: /^Rejected/, refund: /^Rejected/, sale: /^(Unconfirmed|Rejected)/ }
const unshown = { activation: /^Unconfirmed/, refund: /^Unconfirmed/, sale: /^Unconfirmed/ }

const accepted: readonly Form[] = [
  ...(['emptyObject', 'null', 'true', 'success', 'returnCodeSuccess', 'codeTextZero', 'item', 'itemInData'] as const),
  ...(['entry', 'created', 'noContent'] as const),
]
const denials: readonly Form[] = [
  ...(['errorCode', 'code', 'failedInData', 'successFalse', 'doneFalse', 'returnCodeFail', 'statusFailed'] as const),
  ...(['errorTexts', 'errorObject', 'problem', 'longWords'] as const),
]
const openForms: readonly Form[] = [
  ...(['accepted202', 'pending', 'contradiction', 'messageAlone', 'otherItem', 'contraryItem', 'page'] as const),
]
const refusals: readonly VariantsInput[] = [
  { errorForm: 'text', refusalStatus: 400 },
  { errorForm: 'meta' },
  { errorForm: 'errorTexts', refusalStatus: 403 },
  { errorForm: 'returnMessage', refusalStatus: 429 },
  { errorForm: 'errorMsg', refusalStatus: 404 },
]

const variations: readonly Variation[] = [
  ...accepted.map((form): Variation => ({
    name: `accepted as ${form}`,
    variants: { refundAnswer: form, activateAnswer: form },
    jobs: changes,
    ...(['emptyObject', 'noContent'].includes(form) && { often: true }),
  })),
  ...(['fullInData', 'withoutStatus', 'statusOfItsOwn', 'created'] as const).map((purchaseAnswer): Variation => ({
    name: `a sale as ${purchaseAnswer}`,
    variants: { purchaseAnswer },
    jobs: ['sale'],
  })),
  ...denials.map((form): Variation => ({
    name: `denied as ${form}`,
    variants: answered(form),
    jobs: orders,
    says: denied,
  })),
  ...openForms.map((form): Variation => ({
    name: `neither, and done: ${form}`,
    variants: answered(form),
    jobs: orders,
    says: { sale: /^(Bought|Unconfirmed)/ },
  })),
  ...(['pending', 'messageAlone', 'accepted202'] as const).map((form): Variation => ({
    name: `neither, and not done: ${form}`,
    variants: answered(form, false),
    jobs: orders,
    says: unshown,
  })),
  {
    name: 'denied and yet done',
    variants: answered('errorText', true),
    jobs: orders,
    says: {
      activation: /^(Activated|Rejected.*already|Unconfirmed)/,
      refund: /^(Refunded|Rejected.*already|Unconfirmed)/,
      sale: /^(Bought|Unconfirmed)/,
    },
  },
  {
    name: 'accepted and not done',
    variants: {
      refundAnswer: { form: 'success', executes: false },
      activateAnswer: { form: 'success', executes: false },
    },
    jobs: changes,
    says: { activation: /^Unconfirmed/, refund: /^Unconfirmed/ },
  },
  {
    name: 'shown after three reads',
    variants: { shownAfterReads: 3 },
    jobs: orders,
    says: { refund: /^(Refunded|Unconfirmed)/ },
  },
  {
    name: 'a refund that is never shown',
    variants: { refundResult: 'unchanged' },
    jobs: ['refund'],
    says: { refund: /^Unconfirmed/ },
  },
  { name: 'a refunded item disappears', variants: { refundResult: 'removed' }, jobs: ['refund'], often: true },
  ...refusals.map((variants): Variation => ({
    name: `refused as ${JSON.stringify(variants)}`,
    variants: { ...variants, monthlyRefunds: 0 },
    jobs: ['refund'],
    says: { refund: /^Rejected.*maximum number of refunds/ },
  })),
  ...(['upperCase', 'prefixed', 'removed'] as const).map((metatagChange): Variation => ({
    name: `metatags ${metatagChange}`,
    variants: { metatagChange },
    jobs: ['sale'],
  })),
  { name: 'the refund’s other path', variants: { refundPath: 'segment' }, jobs: ['refund'] },
]

runVariations('answers', variations)
