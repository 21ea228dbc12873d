import type { Logger } from 'pino'
import { StoreUnavailableError } from '../store/unavailable.ts'

/**
 * Logs that a job failed and is tried again. An outage of the store is logged once where it begins (`openStore`), not by
 * each job at each try.
 */
export function logFailure(log: Logger, error: unknown, message: string, fields: object = {}): void {
  if (error instanceof StoreUnavailableError) log.debug({ ...fields, reason: error.operator.message }, message)
  else log.error({ ...fields, err: error }, message)
}
