/** The spelling in which typed words are compared with names: without case and diacritics, positions not kept. */
export const foldText = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
