export { createNotes, type Notes } from './notes.ts'
export { deleteNotes } from './store.ts'
