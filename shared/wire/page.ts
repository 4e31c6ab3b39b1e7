/** A page for people instead of an answer for programs: a proxy, a log-in or another server than the service sent it. */

const pageTypes: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml'])

/**
 * The type is in lower case and without parameters. A page may come under any type, so its first characters count as
 * well.
 */
export const isHtmlPage = (contentType: string | null, text: string): boolean =>
  pageTypes.has(contentType) || /^\s*<(!doctype|html|head|body)\b/i.test(text.slice(0, 200))
