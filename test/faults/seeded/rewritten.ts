/** Rewrites sources as a formatter or a person might, without a change of behaviour. */
import ts from 'typescript'
import { nodesOf, parse } from './patterns.ts'

const prefix = 'its_'

/** Prints the code with the compiler's printer, without comments. */
export const printed = (text: string): string => ts.createPrinter({ removeComments: true }).printFile(parse(text))

function isDeclared(name: ts.Identifier): boolean {
  const { parent } = name
  const hasName = ts.isVariableDeclaration(parent) || ts.isParameter(parent) || ts.isBindingElement(parent)
  return (hasName || ts.isFunctionDeclaration(parent)) && parent.name === name
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.[0]?.kind === ts.SyntaxKind.ExportKeyword

function exportedNames(tree: ts.SourceFile): ReadonlySet<string> {
  const declared = tree.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText())
    return ts.isFunctionDeclaration(statement) ? (statement.name?.text ?? []) : []
  })
  return new Set(declared)
}

/** Whether the name is a shorthand like `{ name }`, which is a property and a variable at once. */
function isShorthand(name: ts.Identifier): boolean {
  const { parent } = name
  if (!ts.isBindingElement(parent)) return ts.isShorthandPropertyAssignment(parent)
  const isAlone = parent.propertyName === undefined && parent.dotDotDotToken === undefined
  return isAlone && parent.name === name && ts.isObjectBindingPattern(parent.parent)
}

/** Whether the name is not a variable: a name after a dot, of a property, of an import or of a type. */
function isOther(name: ts.Identifier): boolean {
  const { parent } = name
  if (isDeclared(name) || ts.isShorthandPropertyAssignment(parent)) return false
  if ('propertyName' in parent && parent.propertyName === name) return true
  return ('name' in parent && parent.name === name) || ts.isTypeReferenceNode(parent)
}

/** Returns the code with other names, and with `{ name: name }` instead of `{ name }`. */
function withNames(text: string, tree: ts.SourceFile, nameOf: (name: ts.Identifier) => string): string {
  const parts: string[] = []
  let end = text.length
  for (const name of nodesOf(tree)
    .filter(ts.isIdentifier)
    .filter((one) => !isOther(one))
    .toReversed()) {
    const label = isShorthand(name) ? `${name.text}: ` : ''
    parts.unshift(label + nameOf(name) + text.slice(name.getEnd(), end))
    end = name.getStart()
  }
  return text.slice(0, end) + parts.join('')
}

/** Renames every function, variable and parameter that the file does not export. */
function renamed(text: string): string {
  const tree = parse(text)
  const exported = exportedNames(tree)
  const declared = nodesOf(tree)
    .filter(ts.isIdentifier)
    .filter(isDeclared)
    .map((name) => name.text)
  const own = new Set(declared.filter((name) => !exported.has(name)))
  return withNames(text, tree, (name) => (own.has(name.text) ? prefix : '') + name.text)
}

const cached = new Map<string, string>()

/** Returns the code in another format, without comments, and with other names. */
export function rewritten(text: string): string {
  const result = cached.get(text) ?? printed(renamed(text))
  cached.set(text, result)
  return result
}

/** Returns the lines of a source, without the differences that `rewritten` makes and without empty statements. */
export const meaning = (text: string): readonly string[] =>
  printed(withNames(text, parse(text), (name) => name.text))
    .replaceAll(prefix, '')
    .split('\n')
    .filter((line) => line.trim() !== ';')
