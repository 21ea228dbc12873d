import { printableJson } from '@rollcall/shared/printable.ts'

/** Logger of the agent; compatible with pino, for which a run has no memory. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

/** Creates a log of JSON lines in the form of pino. */
export function createAgentLog(writeLine: (line: string) => void): Log & { error: Log['warn'] } {
  const write = (level: number) => (fields: object, msg: string) => {
    const line = JSON.stringify({ level, time: Date.now(), pid: process.pid, name: 'agent', ...fields, msg })
    writeLine(`${printableJson(line)}\n`)
  }
  return { info: write(30), warn: write(40), error: write(50) }
}
