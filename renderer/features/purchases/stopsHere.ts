/** Provided around a purchase that follows another operation: its button stops there instead of cancelling anything. */
import type { InjectionKey } from 'vue'

export const stopsHere: InjectionKey<boolean> = Symbol('leaving the purchase stops here')
