/** The window's end of the bridge on Electron: one file without dependencies, in a sandboxed and isolated context. */
import { contextBridge, ipcRenderer } from 'electron'
import { contractNames, eventNames } from '#shared/contract-names.ts'
import { makeDeskApi } from './host/deskApi.ts'
import { channels } from './host/electron/channels.ts'

contextBridge.exposeInMainWorld(
  'desk',
  makeDeskApi(contractNames, eventNames, {
    send: (text) => ipcRenderer.invoke(channels.call, text),
    receive: (listener) => void ipcRenderer.on(channels.event, (_event, text: string) => listener(text)),
  }),
)
