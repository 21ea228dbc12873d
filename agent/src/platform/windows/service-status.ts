import type { Counted } from './api.ts'
import { BlockReader } from './memory-block.ts'

type ServiceStatus = {
  name: string
  displayName: string
  state: 'running' | 'stopped' | 'failed'
  /** One of the copies that each signed-in user has; its name ends in a number of the session. */
  isOfUser: boolean
}

const rowBytes = 56
const stopped = 1
const userInstance = 0x80
/** ERROR_SUCCESS and ERROR_SERVICE_NEVER_STARTED. */
const goodExits = [0, 1077]

/** Decodes ENUM_SERVICE_STATUS_PROCESSW structures (winsvc.h). */
export function decodeServices({ block, count }: Counted): ServiceStatus[] {
  return Array.from({ length: count }, (_, index) => {
    const row = new BlockReader(block, index * rowBytes)
    const isFailed = row.u32(20) === stopped && !goodExits.includes(row.u32(28))
    return {
      name: row.wideText(0) ?? '',
      displayName: row.wideText(8) ?? '',
      state: isFailed ? 'failed' : row.u32(20) === stopped ? 'stopped' : 'running',
      isOfUser: (row.u32(16) & userInstance) !== 0,
    }
  })
}
