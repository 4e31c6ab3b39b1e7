import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { withBug } from './bug.ts'
import { bugs } from './bugs.ts'
import { source } from './copy.ts'
import { after, before, remove, replace, replacePart, replaceText, type Edit } from './edits.ts'
import { findMatches, parse, parsePattern } from './patterns.ts'
import { meaning, rewritten } from './rewritten.ts'

const matches = (pattern: string, code: string) => findMatches(parsePattern(pattern), parse(code), new Map())

/** Applies the edits of a bug and normalizes the format of the result. */
function edited(code: string, ...changes: readonly Edit[]): string {
  const text = withBug({ name: 'a bug', changes }, () => code).get('electron/a.ts') ?? ''
  return text.replaceAll(/[;\s]+/g, ' ').trim()
}

describe('a pattern matches', () => {
  it.each([
    ['another format', "send({ a: 1, b: 'x' })", 'send(\n  {\n    a: 1,\n    b: "x", // why\n  },\n);'],
    ['a template without parts', "send('x')", 'send(`x`)'],
    ['types and modifiers', 'const $f = ($a) => $a', 'export const f = <T>(a?: T): T => a as T'],
    ['type arguments', 'get($a)', 'get<string>(a!)'],
    ['redundant parentheses', '$a ? 1 : 2', '((a || b) ? (1) : 2)'],
    ['redundant braces', 'if ($a) return', 'if (a) {\n  return\n}'],
    ['any code for a placeholder', 'close($a)', 'close(door.of(2))'],
    ['properties in another order', '({ b: $b, a: 1 })', 'x = { a: 1, b }'],
    ['a variable taken out of an object under its name or another', 'const { a: $a } = $b', 'const { a } = b'],
    ['any further arguments', 'f($$$, 3)', 'f(1, 2, 3)'],
    ['no further argument', 'f($$$)', 'f()'],
    ['any further properties', '({ a: 1, $$$ })', 'x = { b: 2, a: 1, ...c }'],
    ['any further statements', '() => { a(); $$$ }', 'x = () => { a(); b(); c() }'],
    ['a loop with any body', 'for (const $a of $b) $c', 'for (const a of b) { c(); d() }'],
    ['a template', '`item:${$a.uid}`', 'f(`item:${one.uid}`)'],
  ])('%s', (_what, pattern, code) => {
    expect(matches(pattern, code)).toHaveLength(1)
  })

  it('equal code for equal placeholders', () => {
    const found = matches('$a === 1 && $a.b', 'x.y === 1 && x . y.b; x === 1 && y.b')
    expect(found.map(({ captures }) => captures.get('$a')?.getText())).toEqual(['x.y'])
  })

  it('every place, including places inside of another match', () => {
    expect(matches('f($a)', 'f(f(1)); if (f(2)) { f(3) }')).toHaveLength(4)
  })
})

describe('a pattern does not match', () => {
  it.each([
    ['another literal', "f('a')", "f('b')"],
    ['another operator', '$a < 1', 'a <= 1'],
    ['another sign', '!$a', '-a'],
    ['another method', '$a.move()', 'a.remove()'],
    ['more arguments', 'f($a)', 'f(a, b)'],
    ['arguments in another order', 'f(1, 2)', 'f(2, 1)'],
    ['more properties', '({ a: 1 })', 'x = { a: 1, b: 2 }'],
    ['a missing property', '({ a: 1, $$$ })', 'x = { b: 2 }'],
    ['a condition with another branch', 'if ($a) return', 'if (a) return; else b()'],
    ['another part of a template', '`item:${$a}`', '`items:${a}`'],
  ])('%s', (_what, pattern, code) => {
    expect(matches(pattern, code)).toEqual([])
  })
})

it.each(['', 'a(); b()', '$any', '($any)'])('"%s" is not a pattern', (text) => {
  expect(() => parsePattern(text)).toThrow(`The pattern "${text}"`)
})

describe('an edit', () => {
  const at = (find: string) => ({ file: 'a.ts', find })

  it('replaces the match and uses its captures', () => {
    expect(edited('x = f(a.b, 2)', replace(at('f($a, 2)'), 'g($a) + $match'))).toBe('x = g(a.b) + f(a.b, 2)')
  })

  it('replaces one part of the match', () => {
    expect(edited('f({ to: a.b, c })', replacePart(at('f({ to: $to, $$$ })'), '$to', '[$to]'))).toBe(
      'f({ to: [a.b], c })',
    )
    expect(edited('f({ to, c })', replacePart(at('f({ to: $to, $$$ })'), '$to', 'all'))).toBe('f({ to: all, c })')
  })

  it('removes the statement that contains the match', () => {
    expect(edited('a()\nif (x) f(1)\nb()', remove(at('f(1)')))).toBe('a() if (x) b()')
    expect(edited('a()\nif (f(1)) { c() }\nb()', remove(at('f(1)')))).toBe('a() b()')
  })

  it('adds a statement before or after the one that contains the match', () => {
    expect(edited('a()\nconst b = f(1)\nc()', before(at('f(1)'), 'g()'))).toBe('a() g() const b = f(1) c()')
    expect(edited('a()\nconst b = f(1)\nc()', after(at('const $b = f(1)'), 'g($b)'))).toBe(
      'a() const b = f(1) g(b) c()',
    )
    expect(edited('if (x) f(1)\nelse b()', after(at('f(1)'), 'g()'))).toBe('if (x) { f(1) g() } else b()')
  })

  it('uses the captures of other patterns of the file', () => {
    const place = { ...at('f($b)'), given: ['const $a = start($b)'] }
    expect(edited('const one = start(two)\nf(one)\nf(two)', replace(place, 'g($a)'))).toBe(
      'const one = start(two) f(one) g(one)',
    )
  })

  it('matches only inside of a declaration', () => {
    const code = 'const one = () => { f(1) }\nconst two = () => { f(2) }\nuse({ run: two })'
    const place = { ...at('f($a)'), given: ['use({ run: $run })'], inside: '$run' }
    expect(edited(code, replace(place, 'g($a)'))).toBe(
      'const one = () => { f(1) } const two = () => { g(2) } use({ run: two })',
    )
  })

  it('replaces text of a string or template with any white space between its words', () => {
    const code = 'const one = 1 // a text\nconst sql = `A\n  TEXT (NOT NULL) ${one} B`'
    expect(edited(code, replaceText('a.ts', 'A TEXT (NOT NULL)', 'C'))).toBe(
      'const one = 1 // a text const sql = `C ${one} B`',
    )
  })

  it('finds code that an earlier edit of the same bug has added', () => {
    expect(edited('f(1)', before(at('f($a)'), 'g($a)'), replace(at('g($a)'), 'h($a)'))).toBe('h(1) f(1)')
  })

  it.each([
    ['that matches nothing', remove(at('f(9)')), 'the pattern "f(9)" matches 0 times instead of once'],
    ['that matches twice', remove(at('f($a)')), 'the pattern "f($a)" matches 2 times instead of once'],
    [
      'whose other pattern matches nothing',
      remove({ ...at('f(1)'), given: ['g()'] }),
      'the pattern "g()" matches 0 times instead of once',
    ],
    [
      'in a declaration that does not exist',
      remove({ ...at('f(1)'), inside: 'h' }),
      'the name "h" is declared 0 times instead of once',
    ],
    ['that uses a missing capture', replace(at('f(1)'), '$b'), 'no pattern captures $b, which "$b" needs'],
    ['of a part without a capture', replacePart(at('f(1)'), '$b', '2'), 'the pattern "f(1)" captures no $b'],
    ['that needs a statement but finds none', remove(at('f(2)')), 'no statement holds "f(2)"'],
    ['of text that does not occur', replaceText('a.ts', 'A B', ''), 'the text "A B" occurs 0 times instead of once'],
  ])('%s names the bug, the file and the reason', (_what, edit, why) => {
    const sentence = `The bug "a bug" does not fit electron/a.ts: ${why}.`
    expect(() => edited('f(1)\nconst g = () => f(2)', edit)).toThrow(sentence)
  })
})

describe('the bug', () => {
  it.each(bugs)('"$name" fits the sources and leaves files that can be parsed', (bug) => {
    for (const [file, text] of withBug(bug, source)) {
      const { diagnostics } = ts.transpileModule(text, { fileName: file, reportDiagnostics: true })
      expect(diagnostics).toEqual([])
      expect(meaning(text)).not.toEqual(meaning(source(file)))
    }
  })

  it.each(bugs)('"$name" is the same in sources with another format and other variable names', (bug) => {
    const expected = withBug(bug, source)
    for (const [file, text] of withBug(bug, (path) => rewritten(source(path)))) {
      expect(meaning(text)).toEqual(meaning(expected.get(file) ?? ''))
    }
  })
})

it('rewritten sources differ in format and names only', () => {
  const text = 'export const a = ({ b, c: d, ...e }) => {\n  // why\n  return f({ b, d: d.b, e })\n}\nfunction f(g) {}'
  expect(rewritten(text).replaceAll(/\s+/g, ' ').trim()).toBe(
    [
      'export const a = ({ b: its_b, c: its_d, ...its_e }) => {',
      'return its_f({ b: its_b, d: its_d.b, e: its_e }); };',
      'function its_f(its_g) { }',
    ].join(' '),
  )
  expect(meaning(rewritten(text))).toEqual(meaning(text))
})
