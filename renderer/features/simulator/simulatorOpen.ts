/**
 * Whether the sandbox's panel is expanded. The state is shared, because an agent who trains with one customer continues
 * with the next.
 */
import { ref } from 'vue'

export const simulatorOpen = ref(false)
