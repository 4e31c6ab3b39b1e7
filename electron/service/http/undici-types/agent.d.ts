export { Agent as default } from 'undici'
