/**
 * The HTML of a question: a form without any script, so nothing in the page can be made to answer. Its colours are
 * those of renderer/theme/tokens.css.
 */
import { escapeHtml } from '../../base/escapeHtml.ts'
import type { Theme } from '#shared/model/settings.ts'
import { policyHeaders } from '../policy.ts'
import type { HostQuestion } from '../host.ts'

const schemes: Readonly<Record<Theme, string>> = { system: 'light dark', light: 'light', dark: 'dark' }

const style = (theme: Theme): string => `
:root { color-scheme: ${schemes[theme]}; font: 14px/20px system-ui, sans-serif; }
body { display: flex; flex-direction: column; gap: 16px; box-sizing: border-box; min-height: 100vh; margin: 0; padding: 24px;
  color: light-dark(#171b26, #e8ebf1); background: light-dark(#ffffff, #1b202b); }
h1 { margin: 0; font-size: 20px; line-height: 28px; }
p { margin: 0; color: light-dark(#596273, #9fa8b8); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 6px 16px; margin: 0; padding: 12px 16px;
  border: 1px solid light-dark(#e3e6eb, #262c38); border-radius: 6px; }
dl:empty { display: none; }
dt { color: light-dark(#596273, #9fa8b8); }
dd { margin: 0; font-weight: 500; overflow-wrap: anywhere; unicode-bidi: isolate; }
form { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; margin-top: auto; }
button { min-height: 36px; padding: 0 16px; border: 1px solid light-dark(#cbd1da, #3a4252); border-radius: 6px;
  font: inherit; font-weight: 500; color: inherit; background: light-dark(#ffffff, #1b202b); }
button:hover { background: light-dark(#f1f3f6, #1c212c); }
button:focus-visible { outline: 2px solid light-dark(#4450d8, #8f99ff); outline-offset: 2px; }
/* The yes button ignores the pointer at first, so that a second click meant for something else does not hit it. */
button[value=yes] { animation: wait 700ms steps(1); }
@keyframes wait { from, to { pointer-events: none; opacity: 0.5; } }
`

/** @param nonce used for this response only */
export function questionPage(question: HostQuestion, theme: Theme, nonce: string): Response {
  const { language, title, text, facts, yes, no } = question
  const rows = facts.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd dir="auto">${escapeHtml(value)}</dd>`)
  const body =
    `<main><h1>${escapeHtml(title)}</h1></main><dl>${rows.join('')}</dl><p>${escapeHtml(text)}</p>` +
    `<form action="answer" method="get"><button name="answer" value="no" autofocus>${escapeHtml(no)}</button>` +
    `<button name="answer" value="yes">${escapeHtml(yes)}</button></form>`
  const page =
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>eSIM Desk: ${escapeHtml(title)}</title>` +
    `<style nonce="${nonce}">${style(theme)}</style></head><body>${body}</body></html>`
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`
  return new Response(page, {
    headers: {
      ...policyHeaders,
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
    },
  })
}
