/** Questions that the main process asks a person itself, as far as the window has to know of them. */

/** Milliseconds that a question waits for its answer. No answer in that time is a no. */
export const questionTimeout = 120_000
