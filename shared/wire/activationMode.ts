/** The activation modes of a package (interface 4.9). The window needs them without the requests and answers. */
import * as z from 'zod'

/** The modes that can be requested. The first is the service's default. */
export const ActivationMode = z.enum(['NOW', 'FIRST_USE', 'ON_DEMAND'])
export type ActivationMode = z.infer<typeof ActivationMode>
