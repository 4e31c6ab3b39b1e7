/**
 * Finds every regular expression of a source file: literals, and `new RegExp` with a text that is constant in the file.
 */
import { readFileSync } from 'node:fs'
import ts from 'typescript'

export interface FoundExpression {
  readonly file: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

export interface FoundExpressions {
  readonly expressions: readonly FoundExpression[]
  /** The `file:line` of expressions whose text is computed at run time. */
  readonly unresolved: readonly string[]
}

type Constants = ReadonlyMap<string, ts.Expression>

function constantsOf(source: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression>()
  const visit = (node: ts.Node): void => {
    const isConstant = ts.isVariableDeclaration(node) && (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) !== 0
    if (isConstant && ts.isIdentifier(node.name) && node.initializer !== undefined)
      constants.set(node.name.text, node.initializer)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return constants
}

/** Returns the text of an expression, or null if it is not a constant of this file. */
function textOf(node: ts.Expression | undefined, constants: Constants): string | null {
  if (node === undefined) return ''
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text)
    return value === undefined ? null : textOf(value, constants)
  }
  if (!ts.isTemplateExpression(node)) return null
  const parts = node.templateSpans.map(({ expression, literal }) => {
    const value = textOf(expression, constants)
    return value === null ? null : value + literal.text
  })
  return parts.every((part) => part !== null) ? node.head.text + parts.join('') : null
}

export function expressionsOf(file: string, path: string): FoundExpressions {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const constants = constantsOf(source)
  const expressions: FoundExpression[] = []
  const unresolved: string[] = []
  const visit = (node: ts.Node): void => {
    const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      expressions.push({ file, line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    } else if (
      (ts.isNewExpression(node) || ts.isCallExpression(node)) &&
      ts.isIdentifier(node.expression) &&
      node.expression.text === 'RegExp'
    ) {
      const [text, flags] = [textOf(node.arguments?.[0], constants), textOf(node.arguments?.[1], constants)]
      if (text === null || flags === null) unresolved.push(`${file}:${String(line)}`)
      else expressions.push({ file, line, source: text, flags })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { expressions, unresolved }
}
