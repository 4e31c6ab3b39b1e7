/**
 * The first module of each utility process of the stand-in. As in Electron, the process has `process.parentPort` and
 * exits with its parent.
 */
import { EventEmitter } from 'node:events'

const send = process.send?.bind(process)
Reflect.deleteProperty(process, 'send')

class ParentPort extends EventEmitter {
  postMessage(message: unknown): void {
    send?.(message)
  }
}

const parentPort = new ParentPort()
Object.defineProperty(process, 'parentPort', { value: parentPort })
process.on('message', (data) => parentPort.emit('message', { data, ports: [] }))
process.once('disconnect', () => process.exit(0))
