/** Provided around a purchase that follows another operation: whoever leaves it stops there, and cancels nothing. */
import type { InjectionKey } from 'vue'

export const stopsHere: InjectionKey<boolean> = Symbol('leaving the purchase stops here')
