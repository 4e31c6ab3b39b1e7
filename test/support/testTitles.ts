/** Reads the tables of documents that name tests, and the titles of the tests in a file. */
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const functions: ReadonlySet<string> = new Set(['describe', 'it', 'test'])

/** Returns the rows of a document's tables, as the text of their cells. */
export const tableRows = (document: URL): readonly (readonly string[])[] =>
  readFileSync(document, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )

/** Returns the name of the called function: `test` for `test.each(rows)(title)`. */
function calledName(callee: ts.Expression): string | null {
  if (ts.isIdentifier(callee)) return callee.text
  return ts.isCallExpression(callee) || ts.isPropertyAccessExpression(callee) ? calledName(callee.expression) : null
}

/** Returns the title as written in the source, without the quotes. */
function titleOf(node: ts.Expression | undefined): string | null {
  if (node === undefined) return null
  if (ts.isStringLiteralLike(node)) return node.text
  return ts.isTemplateExpression(node) ? node.getText().slice(1, -1) : null
}

/** Returns the titles of the tests and groups of a file. */
export function testTitles(file: URL): readonly string[] {
  const source = ts.createSourceFile(file.href, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const titles: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && functions.has(calledName(node.expression) ?? '')) {
      const title = titleOf(node.arguments[0])
      if (title !== null) titles.push(title)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return titles
}

/** Returns the tests that rows name but that do not exist. A row may name a part of a title. */
export function missingTests(
  rows: readonly { readonly file: string; readonly title: string }[],
  folder: URL,
): readonly string[] {
  const titles = new Map<string, readonly string[]>()
  const titlesOf = (file: string): readonly string[] => {
    const known = titles.get(file) ?? testTitles(new URL(file, folder))
    titles.set(file, known)
    return known
  }
  const exists = (file: string, title: string): boolean =>
    title !== '' && titlesOf(file).some((one) => one.includes(title))
  return rows.filter(({ file, title }) => !exists(file, title)).map(({ file, title }) => `${file}: ${title}`)
}
