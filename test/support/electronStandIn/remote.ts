/** The remote control of the stand-in in the test process: sends commands and collects reports. */
import type { ChildProcess } from 'node:child_process'
import { type Command, type Report, ReplyMessage, ReportMessage } from './wire.ts'

export interface StandIn {
  /** Acts as a person or the system. Resolves once the stand-in has run the command, to the value of an evaluation. */
  readonly command: (command: Command) => Promise<unknown>
  /** Returns the details of all reports of this name so far, oldest first. */
  readonly reports: (name: string) => readonly unknown[]
  /** Resolves to the first report of this name after the given number of them. */
  readonly nextReport: (name: string, after?: number) => Promise<unknown>
}

export function connectStandIn(child: ChildProcess): StandIn {
  const reports: Report[] = []
  const pendingChecks = new Set<() => void>()
  const replies = new Map<number, (error: string | null, value: unknown) => void>()
  let last = 0

  child.on('message', (message) => {
    const report = ReportMessage.safeParse(message)
    if (report.success) {
      reports.push(report.data.standInReport)
      for (const check of [...pendingChecks]) check()
      return
    }
    const reply = ReplyMessage.safeParse(message)
    if (!reply.success) return
    replies.get(reply.data.standInReply)?.(reply.data.error, reply.data.value)
    replies.delete(reply.data.standInReply)
  })

  const named = (name: string): readonly unknown[] =>
    reports.filter((report) => report.name === name).map(({ details }) => details)

  return {
    reports: named,
    command: (command) =>
      new Promise((resolve, reject) => {
        last += 1
        replies.set(last, (error, value) => (error === null ? resolve(value) : reject(new Error(error))))
        child.send({ standInCommand: last, command }, (error) => {
          if (error !== null) reject(error)
        })
      }),
    nextReport: (name, after = 0) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = named(name)
          if (found.length <= after) return
          pendingChecks.delete(check)
          resolve(found[after])
        }
        pendingChecks.add(check)
        child.once('exit', () => {
          check()
          if (pendingChecks.delete(check)) reject(new Error(`The program ended without a report of ${name}`))
        })
        check()
      }),
  }
}
