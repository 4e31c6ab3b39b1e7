/**
 * The sheet as HTML for mail programs: tables and inline styles, because they know little else. Every text is escaped on
 * its way in and every address has been checked (https); no picture is fetched from anywhere.
 */
import type { InstallationSheet } from '#shared/model/installation.ts'
import type { SheetDocument, SheetPlatform } from '#shared/sheet/document.ts'
import { inkOn } from '#shared/sheet/ink.ts'
import { plain, plainLines } from '#shared/sheet/plain.ts'
import type { SheetWords } from '#shared/sheet/words.ts'

export interface Pictures {
  /** Source of the QR code: `cid:` or `data:`. */
  readonly qr: string | null
  readonly logo: string | null
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeHtml = (text: string): string => plain(text).replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
const lines = (text: string): string => plainLines(text).split('\n').map(escapeHtml).join('<br>')

const face = "font-family:Inter,'Segoe UI',Roboto,Helvetica,Arial,'Noto Sans Arabic','Noto Sans JP',sans-serif"
const muted = 'color:#59626f'

export function sheetHtml(document: SheetDocument, sheet: InstallationSheet, { direction, locale }: SheetWords, pictures: Pictures, note = ''): string {
  const { brand } = sheet
  const body = [
    head(document.name, brand.colour, pictures.logo),
    note === '' ? '' : `<p dir="auto" style="margin:0 0 16px">${lines(note)}</p>`,
    `<h1 style="margin:0 0 8px;font-size:22px;line-height:28px">${escapeHtml(document.title)}</h1>`,
    document.note === null ? '' : `<p style="margin:0 0 12px;padding:10px 12px;border-radius:8px;background:#fdf1d7"><strong>${escapeHtml(document.note.title)}</strong> ${escapeHtml(document.note.text)}</p>`,
    `<p style="margin:0 0 16px">${escapeHtml(document.lead)}</p>`,
    pictures.qr === null ? '' : `<p style="margin:0 0 8px"><img src="${escapeHtml(pictures.qr)}" width="220" height="220" alt="QR" style="display:block;background:#ffffff"></p><p style="margin:0 0 16px;${muted}">${escapeHtml(document.scan)}</p>`,
    codeTable(document, direction),
    packages(document),
    ...document.platforms.map((platform) => platformPart(platform, brand.colour)),
    ...document.advice.map(({ title, text }) => `<p style="margin:0 0 8px"><strong>${escapeHtml(title)}</strong><br>${escapeHtml(text)}</p>`),
    document.page === null ? '' : `<p style="margin:0 0 8px"><a href="${escapeHtml(document.page.address)}">${escapeHtml(document.page.label)}</a></p>`,
    `<p style="margin:16px 0 0;${muted}">${escapeHtml(document.secret)}</p>`,
    document.contact === '' ? '' : `<p style="margin:8px 0 0"><strong>${escapeHtml(document.contactTitle)}</strong><br><span dir="auto">${lines(document.contact)}</span></p>`,
  ]
  const language = locale.slice(0, 2)
  return `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(document.title)}</title></head><body style="margin:0;padding:16px;background:#ffffff;color:#171b26;${face};font-size:14px;line-height:20px"><div dir="${direction}" style="max-width:600px;margin:0 auto">${body.join('')}</div></body></html>`
}

function head(name: string, colour: string, logo: string | null): string {
  if (name === '' && logo === null) return ''
  const picture = logo === null ? '' : `<img src="${escapeHtml(logo)}" height="40" alt="${escapeHtml(name)}" style="display:block;max-width:220px;height:40px">`
  return `<p style="margin:0 0 16px;padding:0 0 12px;border-bottom:3px solid ${escapeHtml(colour)};font-size:16px;font-weight:600">${picture === '' ? `<span dir="auto">${escapeHtml(name)}</span>` : picture}</p>`
}

function codeTable({ byHand, code }: SheetDocument, direction: SheetWords['direction']): string {
  const rows = code.map(({ label, value, hint }) => `<tr><td style="padding:3px 0;padding-inline-end:12px;${muted}">${escapeHtml(label)}</td><td dir="ltr" style="padding:3px 0;font-family:Consolas,Menlo,monospace">${escapeHtml(value)}${hint === null ? '' : `<span dir="${direction}" style="display:inline-block;${face}">${escapeHtml(hint)}</span>`}</td></tr>`)
  return `<p style="margin:0 0 4px"><strong>${escapeHtml(byHand)}</strong></p><table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px;font-size:14px">${rows.join('')}</table>`
}

function packages({ packagesTitle, packages: items }: SheetDocument): string {
  if (items.length === 0) return ''
  return `<p style="margin:0 0 4px"><strong>${escapeHtml(packagesTitle)}</strong></p>${items.map(({ name, facts }) => `<p style="margin:0 0 4px"><span dir="auto">${escapeHtml(name)}</span><br><span style="${muted}">${escapeHtml(facts)}</span></p>`).join('')}<p style="margin:0 0 8px"></p>`
}

function platformPart({ title, steps, link }: SheetPlatform, colour: string): string {
  const button = link === null ? '' : `<p style="margin:0 0 4px"><a href="${escapeHtml(link.address)}" style="display:inline-block;padding:8px 14px;border-radius:6px;background:${escapeHtml(colour)};color:${inkOn(colour)};text-decoration:none">${escapeHtml(link.label)}</a></p><p style="margin:0 0 16px;${muted}">${escapeHtml(link.hint)}</p>`
  return `<h2 style="margin:0 0 4px;font-size:16px;line-height:22px">${escapeHtml(title)}</h2><ol style="margin:0 0 10px;padding-inline-start:22px">${steps.map((step) => `<li>${escapeHtml(step)}</li>`).join('')}</ol>${button}`
}
