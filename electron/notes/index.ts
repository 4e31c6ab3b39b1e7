export { createNotes, type Notes } from './notes.ts'
