/** The memory of a process with its threads, as the operating system counts it. In MB of 1024² bytes. */
import { readFileSync } from 'node:fs'

function megabytes(pid: number, field: string): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1024
}

/** What is resident now. */
export const residentMegabytes = (pid: number): number => megabytes(pid, 'VmRSS')

/** What was resident at most since the process started. */
export const peakMegabytes = (pid: number): number => megabytes(pid, 'VmHWM')
