import { AsyncLocalStorage } from 'node:async_hooks'
import { type DestinationStream, type Logger, pino } from 'pino'
import { printableJson } from '../printable.ts'

/** Fields that identify the work of which a log line is part. */
export type LogFields = { requestId?: string; taskId?: string; attempt?: number; serviceId?: string }

const current = new AsyncLocalStorage<LogFields>()

/**
 * Creates a log of JSON lines, on standard error unless a test gives another destination. Each line has the fields of
 * the work that wrote it (`withLogFields`), so that no caller has to pass them on.
 */
export function createLog(
  name: string,
  level: string,
  destination: DestinationStream = pino.destination({ dest: 2, sync: true }),
): Logger {
  // A terminal may show the lines, and they hold texts from devices.
  const write = (line: string) => destination.write(printableJson(line))
  return pino({ name, level, mixin: () => ({ ...current.getStore() }) }, { write })
}

/** Runs work whose log lines have these fields, in addition to those of the surrounding work. */
export const withLogFields = <R>(fields: LogFields, work: () => R): R =>
  current.run({ ...current.getStore(), ...fields }, work)

/** Runs work that several callers share: its log lines have the fields of none of them. */
export const withoutLogFields = <R>(work: () => R): R => current.run({}, work)

/** Returns a function that runs work with the present fields, for work that begins later or elsewhere. */
export function presentLogFields(): <R>(work: () => R) => R {
  const fields = current.getStore() ?? {}
  return (work) => current.run(fields, work)
}
