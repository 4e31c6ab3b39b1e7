/** Shapes that nobody documented: a customer, the list, the search, the token (interface 4.1, 4.6 to 4.8). */
import { runVariations } from './run.ts'
import type { Variation } from './variation.ts'

const customers = ['flat', 'bare', 'array', 'inData', 'inCustomer', 'inResult', 'missing', 'notAllowed'] as const
const lists = ['object', 'items', 'content', 'data', 'results'] as const

/** A list that fits on one page and comes again for every other may be a page that the service repeats. */
const perhapsMore = { list: /^60 customers in the local list · The service may have more customers/ }

const variations: readonly Variation[] = [
  { name: 'the service as the interface says', variants: {}, often: true },
  ...customers.map((customerEnvelope): Variation => ({
    name: `one customer is ${customerEnvelope}`,
    variants: { customerEnvelope },
  })),
  ...lists.map((listEnvelope): Variation => ({
    name: `lists are ${listEnvelope}`,
    variants: { listEnvelope, searchEnvelope: listEnvelope },
    jobs: ['list', 'customer', 'search'],
  })),
  {
    name: 'a list with totals in an object',
    variants: { listEnvelope: 'content', listTotals: true },
    jobs: ['list', 'customer', 'search'],
  },
  {
    name: 'a list with two arrays',
    variants: { listEnvelope: 'twoArrays' },
    says: { list: /can't be read|could not be read|didn't understand|doesn't understand|60 customers/ },
  },
  { name: 'pages from 1', variants: { firstPage: 1, pageCap: 20 }, jobs: ['list', 'customer', 'search'] },
  {
    name: 'pages from 1, and page 0 is the first too',
    variants: { firstPage: 'zeroOrOne', pageCap: 20 },
    jobs: ['list', 'customer', 'search'],
  },
  {
    name: 'no parameters of the list',
    variants: { paging: 'refused' },
    jobs: ['list', 'customer', 'search'],
    says: perhapsMore,
  },
  {
    name: 'the whole list at once',
    variants: { paging: 'ignored' },
    jobs: ['list'],
    says: perhapsMore,
    often: true,
  },
  {
    name: 'a page that repeats for ever',
    variants: { paging: 'repeats', pageCap: 20 },
    jobs: ['list', 'customer', 'refund'],
    says: { list: /^20 customers in the local list · The service may have more customers/ },
  },
  {
    name: 'an entry that is a number',
    variants: { unreadableCustomer: 3, unreadableForm: 'number' },
    jobs: ['list'],
    says: { list: /^59 customers in the local list$/ },
  },
  { name: 'search by POST alone', variants: { search: 'post' }, jobs: ['search'], often: true },
  { name: 'search by GET alone', variants: { search: 'get', searchRefusal: 404 }, jobs: ['search'] },
  { name: 'search by named parameters', variants: { searchParameters: 'named' }, jobs: ['search'] },
  { name: 'search by query', variants: { searchParameters: 'query' }, jobs: ['search'] },
  { name: 'search by q', variants: { searchParameters: 'q' }, jobs: ['search'] },
  { name: 'a search that finds nobody is 404', variants: { searchAnswer: 'notFound' }, jobs: ['search'] },
  {
    name: 'a search that always fails',
    variants: { searchAnswer: 'fails' },
    says: { search: /fail|couldn't|could not|can't/i },
  },
  ...(['text', 'word', 'null', 'missing', 1e300, -5] as const).map((expiresIn): Variation => ({
    name: `expiresIn is ${String(expiresIn)}`,
    variants: { expiresIn },
    jobs: ['list', 'refund'],
  })),
  { name: 'a byte order mark', variants: { byteOrderMark: true } },
]

runVariations('shapes', variations)
