/**
 * Edits that write a bug into a source. Each finds its place with a structural pattern (patterns.ts), so that the
 * format and the variable names of the source do not matter. The pattern must match exactly once, or the edit throws.
 */
import ts from 'typescript'
import { findMatches, nodesOf, parse, parsePattern, type Captures, type Match } from './patterns.ts'

/** Creates an error that reports which bug does not fit which file, and why. */
type Problem = (why: string) => Error

export interface Edit {
  readonly file: string
  readonly apply: (text: string, problem: Problem) => string
}

export interface Place {
  /** Path below `electron/`. */
  readonly file: string
  /** The pattern of the place. */
  readonly find: string
  /** Other patterns that match once each in the file. `find` and the new code may use their captures. */
  readonly given?: readonly string[]
  /** The name of a declaration, or a placeholder of a captured name. `find` matches only inside of it. */
  readonly inside?: string
}

interface FoundPlace extends Match {
  /** Fills a template: `$name` is a capture of the patterns, `$match` is everything that `find` matched. */
  readonly code: (template: string) => string
  readonly problem: Problem
}

/** New text between two positions. */
interface Splice {
  readonly from: number
  readonly to: number
  readonly text: string
}

const trees = new Map<string, ts.SourceFile>()

/** Parses a source once for all bugs of its file. */
function treeOf(text: string): ts.SourceFile {
  const tree = trees.get(text) ?? parse(text)
  trees.set(text, tree)
  return tree
}

function onlyOne<T>(found: readonly T[], what: string, problem: Problem): T {
  const [one, ...others] = found
  if (one !== undefined && others.length === 0) return one
  throw problem(`${what} ${String(found.length)} times instead of once`)
}

const onlyMatch = (pattern: string, scope: ts.Node, captures: Captures, problem: Problem): Match =>
  onlyOne(findMatches(parsePattern(pattern), scope, captures), `the pattern "${pattern}" matches`, problem)

function isDeclaration(node: ts.Node, name: string): boolean {
  const canHaveName = ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)
  if (!canHaveName && !ts.isMethodDeclaration(node) && !ts.isClassDeclaration(node)) return false
  return node.name !== undefined && ts.isIdentifier(node.name) && node.name.text === name
}

function fill(template: string, captures: Captures, problem: Problem): string {
  return template.replace(/\$[a-z]\w*/gi, (name) => {
    const node = captures.get(name)
    if (node === undefined) throw problem(`no pattern captures ${name}, which "${template}" needs`)
    return node.getText()
  })
}

const spliced = (text: string, { from, to, text: added }: Splice): string =>
  text.slice(0, from) + added + text.slice(to)

function edit({ file, find, given = [], inside }: Place, change: (found: FoundPlace) => Splice): Edit {
  const apply: Edit['apply'] = (text, problem) => {
    const tree = treeOf(text)
    let captures: Captures = new Map()
    for (const pattern of given) ({ captures } = onlyMatch(pattern, tree, captures, problem))
    const name = inside === undefined ? null : fill(inside, captures, problem)
    const scope =
      name === null
        ? tree
        : onlyOne(
            nodesOf(tree).filter((node) => isDeclaration(node, name)),
            `the name "${name}" is declared`,
            problem,
          )
    const match = onlyMatch(find, scope, captures, problem)
    const all: Captures = new Map([...match.captures, ['$match', match.node]])
    return spliced(text, change({ ...match, problem, code: (template) => fill(template, all, problem) }))
  }
  return { file: `electron/${file}`, apply }
}

/** Returns the statement of the same function that contains the match. */
function statementOf({ node, problem }: FoundPlace): ts.Statement {
  let ancestor = node
  while (!ts.isStatement(ancestor)) {
    if (ts.isSourceFile(ancestor) || (ancestor !== node && ts.isFunctionLike(ancestor))) {
      throw problem(`no statement holds "${node.getText()}"`)
    }
    ancestor = ancestor.parent
  }
  return ancestor
}

/** Whether the statement is in a list of statements, and not, for example, the body of an `if`. */
const isListed = ({ parent }: ts.Statement): boolean =>
  ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent)

function replacement(node: ts.Node, code: string): Splice {
  const text = ts.isShorthandPropertyAssignment(node.parent) ? `${node.getText()}: ${code}` : code
  return { from: node.getStart(), to: node.getEnd(), text }
}

/** Writes a statement and a new one, with semicolons because the sources have none. */
function replacementPair(statement: ts.Statement, both: readonly [string, string]): Splice {
  const code = both.map((one) => `${one};\n`).join('')
  return replacement(statement, isListed(statement) ? code : `{ ${code} }`)
}

/** Replaces the match with other code. */
export const replace = (place: Place, by: string): Edit => edit(place, ({ node, code }) => replacement(node, code(by)))

/** Replaces the capture of one placeholder of `find` with other code. */
export const replacePart = (place: Place, part: string, by: string): Edit =>
  edit(place, ({ captures, code, problem }) => {
    const node = captures.get(part)
    if (node === undefined) throw problem(`the pattern "${place.find}" captures no ${part}`)
    return replacement(node, code(by))
  })

/** Removes the statement that contains the match. */
export const remove = (place: Place): Edit => edit(place, (found) => replacement(statementOf(found), ';'))

/** Adds a statement before the one that contains the match. */
export const before = (place: Place, added: string): Edit =>
  edit(place, (found) => {
    const statement = statementOf(found)
    return replacementPair(statement, [found.code(added), statement.getText()])
  })

/** Adds a statement after the one that contains the match. */
export const after = (place: Place, added: string): Edit =>
  edit(place, (found) => {
    const statement = statementOf(found)
    return replacementPair(statement, [statement.getText(), found.code(added)])
  })

const isText = (node: ts.Node): boolean =>
  ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node)

/** Replaces text in a string or template of the file, for example in SQL. A space matches any white space. */
export function replaceText(file: string, phrase: string, by: string): Edit {
  const escaped = phrase.split(' ').map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  const expression = new RegExp(escaped.join('\\s+'), 'g')
  const apply: Edit['apply'] = (text, problem) => {
    const found = nodesOf(treeOf(text))
      .filter(isText)
      .flatMap((node) => [...node.getText().matchAll(expression)].map((match) => ({ match, start: node.getStart() })))
    const { match, start } = onlyOne(found, `the text "${phrase}" occurs`, problem)
    const from = start + match.index
    return spliced(text, { from, to: from + match[0].length, text: by })
  }
  return { file: `electron/${file}`, apply }
}
