import type { Logger } from 'pino'
import type { StoreListener } from '../store/unavailable.ts'

/** Exit code after the disk failed or the database is damaged: EX_IOERR of sysexits.h. */
const storeFailedExitCode = 74

/**
 * Ends the process after the disk failed: everything answered so far is on the disk, and nothing later would be. The
 * supervisor restarts the collector, which reads the data from the disk.
 */
export function storeListener(log: Logger): StoreListener {
  return {
    onOutage: ({ reason }) => log.error({ reason }, 'store: changes are rejected until this is resolved'),
    onRecovery: () => log.info('store: changes are accepted again'),
    onFailure: (error) => {
      log.fatal({ reason: error.message }, 'store: stopping the collector for a restart')
      process.exit(storeFailedExitCode)
    },
  }
}
