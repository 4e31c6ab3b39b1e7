/** Detects an HTML page in place of a machine-readable answer, such as one from a proxy, a login or another server. */

const pageTypes: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml'])

/**
 * `contentType` is in lower case and without parameters. A page may arrive with any type, so its first characters are
 * checked as well.
 */
export const isHtmlPage = (contentType: string | null, text: string): boolean =>
  pageTypes.has(contentType) || /^\s*<(!doctype|html|head|body)\b/i.test(text.slice(0, 200))
