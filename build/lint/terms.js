/**
 * Names and comments use the terms of the trade. This rule refuses words that only this project would use, and its
 * message has the standard term.
 */

/** Each is a whole word of a name or of a comment, in lower case; a plural is named as well. */
const terms = new Map(
  Object.entries({
    mishap: 'fault',
    errand: 'pending navigation',
    twin: 'duplicate',
    lane: 'concurrency limit',
    straw: 'needle',
    unended: 'unresolved',
    stranded: 'orphaned',
    glimpse: 'preview',
    happening: 'event',
    unsell: 'remove',
    serially: 'mutex',
  }).flatMap(([word, standard]) => [
    [word, standard],
    [`${word}s`, standard],
  ]),
)

const wordsOf = (text) => text.match(/[A-Z]?[a-z]{1,40}|[A-Z]{1,40}(?![a-z])/g) ?? []

export const standardTerms = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const { sourceCode } = context
    const check = (node, text) => {
      for (const word of wordsOf(text)) {
        const standard = terms.get(word.toLowerCase())
        if (standard !== undefined)
          context.report({ loc: node.loc, message: `Use the standard term for "${word}": ${standard}.` })
      }
    }
    const checkName = (node) => check(node, node.name)
    const visitor = { Identifier: checkName, PrivateIdentifier: checkName }
    return {
      ...(sourceCode.parserServices.defineTemplateBodyVisitor?.(visitor, visitor) ?? visitor),
      'Program:exit'() {
        for (const comment of sourceCode.getAllComments()) check(comment, comment.value)
      },
    }
  },
}
