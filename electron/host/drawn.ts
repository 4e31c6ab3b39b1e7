/** What the real window has drawn for paper, as it says itself. Sent to the page as text. */
import { z } from 'zod'

export const drawnStamps = `[...document.querySelectorAll('body > .paper > .leaf')].map((leaf) => leaf.dataset.stamp ?? '')`

const Stamps = z.array(z.string())
export const readStamps = (answer: unknown): readonly string[] => Stamps.parse(answer)
