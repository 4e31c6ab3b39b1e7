/** The spelling in which typed words are compared with names: without case and diacritics, positions not kept. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

const apostrophes = /['’‘ʼ`´′]/g
/** Those of a number stay. */
const points = /\.(?!\d)/g
const shortSaint = /(?<=\bste?)\./g
const hyphens = /[\p{Pd}\u2212]/gu
/** "And" in the languages of the window. At the beginning "et" is Ethiopia's code. */
const conjunctions = /(?<=\S )(?:and|und|y|et)(?= |$)/g
const articles = /(?<=^|& )the (?=\S)/g
/** Before a name. Alone, "st" is the code of São Tomé & Príncipe. */
const saints = /(?<=^| )(?:st|sankt|(ste)) (?=\S)/g

/**
 * The spelling in which names of countries and packages are compared. "Saint Kitts and Nevis" is "St. Kitts & Nevis",
 * "Cote d'Ivoire" is "Côte d’Ivoire", and "Guinea Bissau" is "Guinea-Bissau".
 */
export const foldName = (text: string): string =>
  foldText(text.replace(apostrophes, ''))
    .replace(shortSaint, ' ')
    .replace(points, '')
    .replace(hyphens, ' ')
    .replace(/&/g, ' & ')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(conjunctions, '&')
    .replace(articles, '')
    .replace(saints, (_, feminine?: string) => (feminine === undefined ? 'saint ' : 'sainte '))
