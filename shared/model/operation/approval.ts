/** Questions that the main process itself asks a person, as far as they concern the window. */

/** Milliseconds that a question waits for its answer. No answer in that time counts as a refusal. */
export const questionTimeout = 120_000
