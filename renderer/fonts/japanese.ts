/** The package splits the font into parts, and the browser fetches those whose characters are drawn. */
import ranges from '@fontsource-variable/noto-sans-jp/unicode.json'

const files = import.meta.glob<string>(
  '../../node_modules/@fontsource-variable/noto-sans-jp/files/noto-sans-jp-*-wght-normal.woff2',
  { eager: true, query: '?url', import: 'default' },
)
const addresses = new Map(
  Object.entries(files).map(([file, address]) => [/noto-sans-jp-(.+)-wght-normal/.exec(file)?.[1], address]),
)

export const faces: readonly FontFace[] = Object.entries(ranges).flatMap(([part, unicodeRange]) => {
  const address = addresses.get(part.replace(/^\[(.+)\]$/, '$1'))
  return address === undefined ? [] : [new FontFace('Sheet ja', `url(${address})`, { weight: '100 900', unicodeRange })]
})
