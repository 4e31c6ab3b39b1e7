/** The meaning of a colour. An icon and a word always say the same. */
export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'accent' | 'neutral'
