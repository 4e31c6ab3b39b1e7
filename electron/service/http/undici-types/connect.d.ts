export { buildConnector as default } from 'undici'
