/**
 * Structural patterns: TypeScript with placeholders that is compared with the syntax tree of a source. Formatting,
 * comments, types, modifiers, redundant parentheses and braces, and the order of an object's properties do not count.
 *
 * `$name` stands for any one node and captures it; the same name stands for the same code everywhere in a pattern.
 * `$$$` stands for any number of arguments, elements, parameters, properties or statements.
 */
import ts from 'typescript'

export type Captures = ReadonlyMap<string, ts.Node>

export interface Match {
  readonly node: ts.Node
  readonly captures: Captures
}

const anyNumber = '$$$'
const placeholder = /^\$[a-z]\w*$/i

export const parse = (text: string): ts.SourceFile =>
  ts.createSourceFile('source.ts', text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)

/** The statements of a pattern, parsed where `await`, `return` and `continue` are allowed. */
function statementsOf(text: string): readonly ts.Statement[] {
  const wrapped = parse(`for (;;) async () => {\n${text}\n}`)
  const body = nodesOf(wrapped).find((node) => ts.isArrowFunction(node))?.body
  return body !== undefined && ts.isBlock(body) ? body.statements : []
}

/** Parses a pattern, which is one statement or expression. Throws if the text is something else. */
export function parsePattern(text: string): ts.Node {
  const [statement, ...others] = statementsOf(text)
  if (statement === undefined || others.length > 0) {
    throw new Error(`The pattern "${text}" is not one statement or one expression.`)
  }
  const pattern = unwrapped(ts.isExpressionStatement(statement) ? statement.expression : statement)
  if (isNamed(pattern, placeholder)) throw new Error(`The pattern "${text}" stands for any node.`)
  return pattern
}

const isNamed = (node: ts.Node, name: RegExp): node is ts.Identifier => ts.isIdentifier(node) && name.test(node.text)

/** Removes the syntax around a node that does not count: parentheses, assertions and redundant braces. */
function unwrapped(node: ts.Node): ts.Node {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return unwrapped(node.expression)
  if (ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return unwrapped(node.expression)
  const [statement, ...others] = ts.isBlock(node) ? node.statements : []
  const isBody = ts.isIfStatement(node.parent) || ts.isIterationStatement(node.parent, false)
  return statement !== undefined && others.length === 0 && isBody ? unwrapped(statement) : node
}

type Part = ts.Node | readonly ts.Node[]

const isList = (part: Part): part is readonly ts.Node[] => Array.isArray(part)
const isOptionalMark = ({ kind, parent }: ts.Node): boolean =>
  kind === ts.SyntaxKind.QuestionToken && ts.isParameter(parent)
const isTyping = (node: ts.Node): boolean =>
  ts.isTypeNode(node) || ts.isTypeParameterDeclaration(node) || ts.isModifier(node) || isOptionalMark(node)

function partsOf(node: ts.Node): readonly Part[] {
  const parts: Part[] = []
  ts.forEachChild(
    node,
    (child) => {
      if (!isTyping(child)) parts.push(child)
    },
    (list) => {
      if (list.length === 0 || !list.every(isTyping)) parts.push(list)
    },
  )
  return parts
}

/** Returns the text of a name or of a literal, which have no parts. */
const literalText = (node: ts.Node): string | null =>
  'text' in node && typeof node.text === 'string' ? node.text : null

/** `'a'` and `` `a` `` are the same value. */
const kindOf = (node: ts.Node): ts.SyntaxKind =>
  ts.isNoSubstitutionTemplateLiteral(node) ? ts.SyntaxKind.StringLiteral : node.kind

function operatorOf(node: ts.Node): ts.SyntaxKind | null {
  return ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node) ? node.operator : null
}

/** Returns the key and the value of a property. `{ name }` is `{ name: name }`. */
function propertyOf(node: ts.Node): { readonly key: string; readonly value: ts.Node } | null {
  if (ts.isShorthandPropertyAssignment(node)) return { key: node.name.text, value: node.name }
  if (ts.isPropertyAssignment(node)) {
    const key = literalText(node.name)
    return key === null ? null : { key, value: node.initializer }
  }
  if (!ts.isBindingElement(node) || node.dotDotDotToken !== undefined) return null
  const key = literalText(node.propertyName ?? node.name)
  return key === null ? null : { key, value: node.name }
}

function matchCapture(name: string, node: ts.Node, captures: Captures): Captures | null {
  const captured = captures.get(name)
  if (captured === undefined) return new Map([...captures, [name, node]])
  return matchNode(captured, node, captures)
}

/** Matches each element of `pattern` with an element of `list`, in the order of `pattern`. */
function matchList(pattern: readonly ts.Node[], list: readonly ts.Node[], captures: Captures): Captures | null {
  const [first, ...rest] = pattern
  if (first === undefined) return list.length === 0 ? captures : null
  if (isAnyNumber(first)) {
    for (let skipped = 0; skipped <= list.length; skipped += 1) {
      const matched = matchList(rest, list.slice(skipped), captures)
      if (matched !== null) return matched
    }
    return null
  }
  const [node, ...others] = list
  const matched = node === undefined ? null : matchNode(first, node, captures)
  return matched === null ? null : matchList(rest, others, matched)
}

function isAnyNumber(node: ts.Node): boolean {
  if (ts.isExpressionStatement(node)) return isAnyNumber(node.expression)
  if (ts.isShorthandPropertyAssignment(node) || ts.isParameter(node)) return isAnyNumber(node.name)
  if (ts.isBindingElement(node)) return node.propertyName === undefined && isAnyNumber(node.name)
  return ts.isIdentifier(node) && node.text === anyNumber
}

function matchProperty(pattern: ts.Node, node: ts.Node, captures: Captures): Captures | null {
  const [expected, actual] = [propertyOf(pattern), propertyOf(node)]
  if (expected === null || actual === null) return matchNode(pattern, node, captures)
  return expected.key === actual.key ? matchNode(expected.value, actual.value, captures) : null
}

/** Matches the properties of an object in any order. */
function matchProperties(pattern: readonly ts.Node[], list: readonly ts.Node[], captures: Captures): Captures | null {
  const expected = pattern.filter((property) => !isAnyNumber(property))
  const isOpen = expected.length < pattern.length
  const [first, ...rest] = expected
  if (first === undefined) return isOpen || list.length === 0 ? captures : null
  for (const node of list) {
    const matched = matchProperty(first, node, captures)
    if (matched === null) continue
    const others = list.filter((other) => other !== node)
    const whole = matchProperties(isOpen ? [...rest, ...pattern.filter(isAnyNumber)] : rest, others, matched)
    if (whole !== null) return whole
  }
  return null
}

function matchPart(pattern: Part, part: Part, captures: Captures): Captures | null {
  if (isList(pattern)) return isList(part) ? matchList(pattern, part, captures) : null
  return isList(part) ? null : matchNode(pattern, part, captures)
}

function matchParts(pattern: readonly Part[], parts: readonly Part[], captures: Captures): Captures | null {
  if (pattern.length !== parts.length) return null
  let matched: Captures | null = captures
  for (const [at, part] of pattern.entries()) {
    const other = parts[at]
    matched = matched === null || other === undefined ? null : matchPart(part, other, matched)
  }
  return matched
}

function matchNode(withParentheses: ts.Node, nodeWithParentheses: ts.Node, captures: Captures): Captures | null {
  const [pattern, node] = [unwrapped(withParentheses), unwrapped(nodeWithParentheses)]
  if (isNamed(pattern, placeholder)) return matchCapture(pattern.text, node, captures)
  if (ts.isExpressionStatement(pattern) && isNamed(pattern.expression, placeholder)) {
    return matchCapture(pattern.expression.text, node, captures)
  }
  if (kindOf(pattern) !== kindOf(node) || operatorOf(pattern) !== operatorOf(node)) return null
  if (literalText(pattern) !== literalText(node)) return null
  if (ts.isObjectLiteralExpression(pattern) && ts.isObjectLiteralExpression(node)) {
    return matchProperties(pattern.properties, node.properties, captures)
  }
  if (ts.isObjectBindingPattern(pattern) && ts.isObjectBindingPattern(node)) {
    return matchProperties(pattern.elements, node.elements, captures)
  }
  return matchParts(partsOf(pattern), partsOf(node), captures)
}

/** Returns a node and all nodes below it. */
export function nodesOf(top: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    ts.forEachChild(node, visit)
  }
  visit(top)
  return nodes
}

/** Returns every match of the pattern below `scope`, consistent with the given captures. */
export function findMatches(pattern: ts.Node, scope: ts.Node, captures: Captures): readonly Match[] {
  return nodesOf(scope).flatMap((node) => {
    const isAlike = kindOf(node) === kindOf(pattern) && unwrapped(node) === node
    const matched = isAlike ? matchNode(pattern, node, captures) : null
    return matched === null ? [] : [{ node, captures: matched }]
  })
}
