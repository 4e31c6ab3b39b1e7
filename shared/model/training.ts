/** The scenes of the tour and of the training: customers whom the sandbox prepares for them. */
import * as z from 'zod'
import { CustomerUid, Iccid, ItemUid } from '../wire/ids.ts'

export const trainingScenes = [
  'noData',
  'wrongCountry',
  'notInstalled',
  'twoEsims',
  'refundRefused',
  'unconfirmedRefund',
] as const
export type TrainingSceneName = (typeof trainingScenes)[number]

export const TrainingScene = z.enum(['tour', ...trainingScenes])
export type TrainingScene = z.infer<typeof TrainingScene>

export const PreparedScene = z.strictObject({
  scene: TrainingScene,
  customerUid: CustomerUid,
  email: z.string(),
  /** The package that the scene is about. */
  itemUid: ItemUid,
  /** The eSIM that the scene is about. */
  iccid: Iccid,
  /** The ISO2 code of the country where the device is, or `null` before its first network. */
  country: z.string().nullable(),
})
export type PreparedScene = z.infer<typeof PreparedScene>
