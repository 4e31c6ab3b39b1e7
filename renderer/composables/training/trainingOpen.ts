/** Whether the sandbox's panel is unfolded: who trains with one customer goes on with the next. */
import { ref } from 'vue'

export const trainingOpen = ref(false)
