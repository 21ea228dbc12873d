import type { Logger } from 'pino'
import type { StoreListener } from '../store/unavailable.ts'

/** The exit code after the disk failed or the database was found damaged: EX_IOERR of sysexits.h. */
const storeFailedExitCode = 74

/**
 * Ends the process where the disk has failed: what was answered is on it, and nothing after that is. The supervisor
 * starts the collector again, which reads what the disk has.
 */
export function storeListener(log: Logger): StoreListener {
  return {
    onOutage: ({ reason }) => log.error({ reason }, 'store: changes are refused until this is over'),
    onRecovery: () => log.info('store: changes are taken again'),
    onFailure: (error) => {
      log.fatal({ reason: error.message }, 'store: the collector ends at once, to be started again')
      process.exit(storeFailedExitCode)
    },
  }
}
