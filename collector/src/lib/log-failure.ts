import type { Logger } from 'pino'
import { StoreUnavailableError } from '../store/unavailable.ts'

/**
 * Logs that a job failed and will be retried. An outage of the store is logged once at its start (`openStore`), not by
 * each job at each attempt.
 */
export function logFailure(log: Logger, error: unknown, message: string, fields: object = {}): void {
  if (error instanceof StoreUnavailableError) log.debug({ ...fields, reason: error.operator.message }, message)
  else log.error({ ...fields, err: error }, message)
}
