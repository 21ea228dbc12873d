import { OperatorError } from '@rollcall/shared/errors.ts'
import { type AllowedRange, parseAllowList } from '@rollcall/shared/node/outbound/allow-list.ts'
import { type CloudEndpoints, readCloudEndpoints } from './cloud/endpoints.ts'

/** Everything an Audit Service can be told beyond what it learned at join; read once, here. */
export type AuditServiceConfig = {
  stateDir: string
  /** Where the collector is now: `rollcall up` may have another port each time. */
  collectorUrl?: string
  /** Where the embedded NATS server is now: `rollcall up` may have other ports each time. A cluster's list stays. */
  natsUrl?: string
  /** What waits for the collector takes no more than this. */
  spoolBytesMax: number
  cloud: CloudEndpoints
  /** Addresses that calls to directories may reach beside those that are open anyway. */
  outboundAllow: AllowedRange[]
  logLevel: string
}

export function readAuditServiceConfig(stateDir: string, env: NodeJS.ProcessEnv): AuditServiceConfig {
  const spool = env['ROLLCALL_SPOOL_BYTES_MAX'] ?? String(1024 ** 3)
  const spoolBytesMax = Number(spool)
  if (!Number.isSafeInteger(spoolBytesMax) || spoolBytesMax < 16 * 1024 ** 2) {
    throw new OperatorError(`ROLLCALL_SPOOL_BYTES_MAX must be a number of bytes from 16777216, not "${spool}"`)
  }
  const logLevel = env['ROLLCALL_LOG_LEVEL'] ?? 'info'
  const outboundAllow = parseAllowList(env['ROLLCALL_OUTBOUND_ALLOW'])
  return { stateDir, spoolBytesMax, cloud: readCloudEndpoints(env), outboundAllow, logLevel }
}
