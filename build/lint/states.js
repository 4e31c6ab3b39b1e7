/**
 * Only shared/model/operation/operationStates.ts defines what the states of an operation mean. This rule refuses lists
 * of states everywhere else, however they are written: arrays, unions of types, comparisons, cases, SQL, and tables
 * that omit states.
 */
import { readFileSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const home = 'shared/model/operation/operationStates.ts'
const [, names] = /operationStates = \[([^\]]+)\]/.exec(readFileSync(resolve(root, home), 'utf8')) ?? []
if (names === undefined) throw new Error(`${home} no longer lists the states as operationStates`)
const states = new Set([...names.matchAll(/'(\w+)'/g)].map(([, name]) => name))

const inText = new RegExp(`'(?:${[...states].join('|')})'`)
const list = `${home} defines what the states mean: import a set or a question such as isUnresolved from there.`
const sql = `${home} has the sets: build this text with quoted() (electron/operations/journal/sql.ts).`

const stateOf = (node) => (node?.type === 'Literal' && states.has(node.value) ? node.value : null)
const typeStateOf = (node) => (node.type === 'TSLiteralType' ? stateOf(node.literal) : null)
const keyOf = (node) => (node.type === 'Property' && !node.computed ? (node.key.name ?? node.key.value) : null)
const areStates = (named) => named.length > 1 && named.every((name) => name !== null)

/** Counts the compared expressions in a chain of && and ||, as `text -> number of states`. */
function countComparisons(node, text, counts = new Map()) {
  if (node.type === 'LogicalExpression') {
    countComparisons(node.left, text, counts)
    countComparisons(node.right, text, counts)
  } else if (node.type === 'UnaryExpression') countComparisons(node.argument, text, counts)
  else if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
    const [state, other] = stateOf(node.right) === null ? [node.left, node.right] : [node.right, node.left]
    if (stateOf(state) !== null) counts.set(text(other), (counts.get(text(other)) ?? 0) + 1)
  }
  return counts
}

export const operationStates = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const { sourceCode } = context
    if (relative(root, context.filename).split(sep).join('/') === home) return {}
    const report = (node, message = list) => context.report({ node, message })
    const text = (node) => sourceCode.getText(node)
    const checkText = (node, value) => {
      if (typeof value === 'string' && inText.test(value)) report(node, sql)
    }
    const visitor = {
      ArrayExpression: (node) => {
        if (areStates(node.elements.map(stateOf))) report(node)
      },
      TSUnionType: (node) => {
        if (areStates(node.types.map(typeStateOf))) report(node)
      },
      LogicalExpression: (node) => {
        if (node.parent.type === 'LogicalExpression' || node.parent.type === 'UnaryExpression') return
        if ([...countComparisons(node, text).values()].some((times) => times > 1)) report(node)
      },
      'SwitchCase[consequent.length=0]': (node) => {
        if (stateOf(node.test) !== null) report(node)
      },
      ObjectExpression: (node) => {
        const keys = new Set(node.properties.map(keyOf))
        if (areStates([...keys].map((key) => (states.has(key) ? key : null))) && keys.size < states.size) report(node)
      },
      Literal: (node) => checkText(node, node.value),
      TemplateElement: (node) => checkText(node, node.value.cooked),
    }
    return sourceCode.parserServices.defineTemplateBodyVisitor?.(visitor, visitor) ?? visitor
  },
}
