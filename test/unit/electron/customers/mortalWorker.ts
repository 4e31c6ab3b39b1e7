/** The directory's worker that can be made to end in the middle of a call, as a crash would. */
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'
import '../../../../electron/customers/worker.ts'

const Fatal = z.looseObject({ m: z.literal('list'), a: z.tuple([z.looseObject({ limit: z.literal(13) })]) })

parentPort?.on('message', (message: unknown) => {
  if (Fatal.safeParse(message).success) process.exit(3)
})
