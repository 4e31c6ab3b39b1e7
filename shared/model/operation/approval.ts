/** Questions that the main process itself asks a person, as far as the window has to know about them. */

/** Milliseconds that a question waits for its answer. No answer in that time counts as a refusal. */
export const questionTimeout = 120_000
