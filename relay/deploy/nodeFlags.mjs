/**
 * The flags of the relay's Node, which keep its process small: webhooks are short-lived, so the young generation can
 * be small, and the old generation grows by 40 % between two collections where V8 would let it grow several times.
 */
export const relayNodeFlags = ['--max-semi-space-size=8', '--heap-growing-percent=40']
