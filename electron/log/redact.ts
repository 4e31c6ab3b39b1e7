/**
 * Takes secrets out of a line before it is written: by their shape (authorization headers, tokens, activation codes,
 * installation links, queries of addresses) and by their value (what was registered at run time). Pure.
 */
export const hidden = '[hidden]'

const secretName = '[\\w-]*(?:token|secret|password|passwd|authorization|activation_?code|api_?key|universallink|installationurl)[\\w-]*'

const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b(Basic|Bearer)\s+[A-Za-z0-9+/=._~-]+/gi, `$1 ${hidden}`],
  [/LPA:1\$[^\s"'<>\\]*/gi, `LPA:1$${hidden}`],
  [/LPA(?:%3A|:)1(?:%24|\$)[^\s"'<>&\\]*/gi, `LPA:1$${hidden}`],
  [/\bcarddata=[^\s"'<>&\\]*/gi, `carddata=${hidden}`],
  [/\beyJ[\w-]{8,}\.[\w-]+\.[\w-]*/g, hidden],
  [/\b(https?:\/\/)[^\s/@"']+@/gi, `$1${hidden}@`],
  [/\b(https?:\/\/[^\s?"'<>]+)\?[^\s"'<>]*/gi, `$1?${hidden}`],
  // "name": "value" and name=value, whatever the quotes
  [new RegExp(`(\\\\?["']?${secretName}\\\\?["']?\\s*[:=]\\s*)(\\\\?["'])(?:(?!\\2).)*\\2`, 'gi'), `$1$2${hidden}$2`],
  [new RegExp(`\\b(${secretName}\\s*[:=]\\s*)(?!["'\\[\\\\]|Basic\\b|Bearer\\b)[^\\s,;&}]+`, 'gi'), `$1${hidden}`],
]

/** Shorter ones would tear ordinary words apart. */
const shortestSecret = 4

/** The ways in which one secret may stand in a line. */
export function spellings(secret: string): readonly string[] {
  if (secret.length < shortestSecret) return []
  const forms = [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1), Buffer.from(secret, 'utf8').toString('base64')]
  return [...new Set(forms)]
}

/** `secrets` are spellings, the longest first. */
export function redact(line: string, secrets: Iterable<string>): string {
  let text = line
  for (const secret of secrets) text = text.replaceAll(secret, hidden)
  for (const [shape, replacement] of shapes) text = text.replace(shape, replacement)
  return text
}

/** One line stays one line, and what a server sent can't steer a terminal. */
export const escapeControls = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029]/gu, (character) => `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`)
