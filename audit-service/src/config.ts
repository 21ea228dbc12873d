import { OperatorError } from '@rollcall/shared/errors.ts'
import { readLogLevel } from '@rollcall/shared/node/log-level.ts'
import { type AllowedRange, parseAllowList } from '@rollcall/shared/node/outbound/allow-list.ts'
import { type ProxyFor, readProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { type CloudEndpoints, readCloudEndpoints } from './cloud/endpoints.ts'

/** Settings of an Audit Service beside the data of its join; read once, here. */
export type AuditServiceConfig = {
  stateDir: string
  /** Current address of the collector: `rollcall up` may use another port each time. */
  collectorUrl?: string
  /**
   * Current address of the embedded NATS server: `rollcall up` may use other ports each time. Addresses of a cluster
   * stay.
   */
  natsUrl?: string
  /** Returns the proxy for calls to the collector, given the one of the join. */
  proxy(ofJoin: string | undefined): ProxyFor
  /** Limit of the results waiting for the collector. */
  spoolBytesMax: number
  cloud: CloudEndpoints
  /** Addresses that calls to directories may reach in addition to those that are always allowed. */
  outboundAllow: AllowedRange[]
  logLevel: string
}

export function readAuditServiceConfig(stateDir: string, env: NodeJS.ProcessEnv): AuditServiceConfig {
  const spool = env['ROLLCALL_SPOOL_BYTES_MAX'] ?? String(1024 ** 3)
  const spoolBytesMax = Number(spool)
  if (!Number.isSafeInteger(spoolBytesMax) || spoolBytesMax < 16 * 1024 ** 2) {
    throw new OperatorError(`ROLLCALL_SPOOL_BYTES_MAX must be a number of bytes from 16777216, not "${spool}"`)
  }
  const logLevel = readLogLevel(env)
  const outboundAllow = parseAllowList(env['ROLLCALL_OUTBOUND_ALLOW'])
  return {
    stateDir,
    proxy: (ofJoin) => readProxy(env, ofJoin),
    spoolBytesMax,
    cloud: readCloudEndpoints(env),
    outboundAllow,
    logLevel,
  }
}
