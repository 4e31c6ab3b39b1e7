/**
 * Texts that try to end the line they stand on, and to begin another header, another recipient, another command or
 * another mail.
 */

const breaks = [
  '\r\n',
  '\n',
  '\r',
  '\0',
  '\r\n ',
  '\r\n\t',
  '\n\n',
  '\r\n\r\n',
  '\r\n.\r\n',
  '\n.\n',
  '\r.\r',
  '\n.\r\n',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '\0\r\n',
  '%0d%0a',
  '%0a',
  '\\r\\n',
  '=?utf-8?Q?=0D=0A?=',
  '=0D=0A',
  '&#13;&#10;',
  '\u560d\u560a',
  '"\r\n',
  '>\r\n',
  ',\r\n',
] as const
const begun = [
  'Bcc: eve@evil.example',
  'Cc: eve@evil.example',
  'To: eve@evil.example',
  'From: eve@evil.example',
  'Sender: eve@evil.example',
  'Reply-To: eve@evil.example',
  'Subject: x',
  'Message-ID: <x@evil.example>',
  'Date: x',
  'Content-Type: text/html',
  'Content-Transfer-Encoding: base64',
  'MIME-Version: 2.0',
  'X-Evil: 1',
  'Resent-To: eve@evil.example',
  'MAIL FROM:<eve@evil.example>',
  'RCPT TO:<eve@evil.example>',
  'DATA',
  'QUIT',
  '<b>body</b>',
  '=?utf-8?B?DQpCY2M6IGV2ZUBldmlsLmV4YW1wbGU=?=',
] as const

export const attempts: readonly string[] = breaks.flatMap((ended) => begun.map((next) => `${ended}${next}`))
