/**
 * Loaded first in a utility process of the stand-in: Electron's children have `process.parentPort` and end with their
 * parent.
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
