/** What a colour means. Never alone: an icon and a word say the same. */
export type Tone = 'ok' | 'warn' | 'danger' | 'info' | 'accent' | 'neutral'
