export { createTraining, type Training } from './training.ts'
