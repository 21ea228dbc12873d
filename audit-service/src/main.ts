import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { FolderLock } from '@rollcall/shared/node/folder-lock.ts'
import { createLog } from '@rollcall/shared/node/log.ts'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import type { ProxyFor } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { createHostSlots } from './audit/fair-slots.ts'
import { capabilities } from './capabilities.ts'
import type { AuditServiceConfig } from './config.ts'
import { attachedNetworks } from './discovery/attached-networks.ts'
import type { HostMemory } from './host-memory/host-memory.ts'
import { startLink } from './messaging/link.ts'
import { lockStateDir, readServiceFile, type ServiceFile } from './messaging/service-file.ts'
import { RecordingBudget, recordingsBytesMax } from './probes/snmp/recording-budget.ts'
import { openHostKeys } from './probes/ssh/host-keys.ts'
import { openResultSpool } from './spool/result-spool.ts'

type AuditService = { auditServiceId: string; collectorUrl: string; stop(): Promise<void> }

/** Interval at which newly installed programs are detected. */
const capabilitiesIntervalMs = 5 * 60_000

/** The operator's own NATS servers, which have a CA of their own, stay where they are. */
function natsServersOf({ natsServers, natsCaPem }: ServiceFile, { natsUrl }: AuditServiceConfig): string[] {
  return natsUrl === undefined || natsCaPem !== undefined ? natsServers : [natsUrl]
}

/** Runs a joined Audit Service. Resolves at once; the collector may be unreachable for days. */
export async function startAuditService(config: AuditServiceConfig): Promise<AuditService> {
  const joined = await readServiceFile(config.stateDir)
  if (!joined) {
    throw new OperatorError(
      `this Audit Service has not joined a collector (no configuration in ${config.stateDir}): run "rollcall audit-service join --url URL --token TOKEN"`,
    )
  }
  const proxyFor = config.proxy(joined.proxy)
  const { collectorUrl } = config
  const service = collectorUrl === undefined ? joined : { ...joined, collectorUrl, otherUrls: [] }
  const lock = await lockStateDir(config.stateDir)
  try {
    return await startJoined(config, { ...service, natsServers: natsServersOf(service, config) }, proxyFor, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

async function startJoined(
  config: AuditServiceConfig,
  service: ServiceFile,
  proxyFor: ProxyFor,
  lock: FolderLock,
): Promise<AuditService> {
  const log = createLog('audit-service', config.logLevel)
  const spool = await openResultSpool(config.stateDir, config.spoolBytesMax)
  const shared = {
    recordings: new RecordingBudget(recordingsBytesMax),
    slots: createHostSlots(),
    nameServers: {},
    hostKeys: openHostKeys(config.stateDir),
    cloud: config.cloud,
    outbound: createOutbound({
      allow: config.outboundAllow,
      onRefused: (call) => log.warn(call, 'outbound: refused a call to a forbidden address'),
    }),
  }
  let hosts: HostMemory | undefined
  let able = await capabilities()
  for (const { name, available, detail } of able)
    if (!available) log.warn({ capability: name, detail }, 'capabilities: not available')
  const asking = setInterval(() => {
    capabilities().then(
      (found) => {
        able = found
      },
      (error: unknown) => log.warn({ err: error }, 'capabilities: detection failed'),
    )
  }, capabilitiesIntervalMs)
  const link = await startLink({
    service,
    proxyFor,
    stateDir: config.stateDir,
    version: productVersion,
    spool,
    // Loaded with the first task: an idle service needs neither the probes nor the host memory.
    runTask: async (...task) => {
      const { runTask } = await import('./tasks/run-task.ts')
      const { openHostMemory } = await import('./host-memory/host-memory.ts')
      hosts ??= openHostMemory({
        file: join(config.stateDir, 'hosts.jsonl'),
        onError: (error) =>
          log.warn({ err: error }, 'host memory: the file cannot be written; hosts are kept in memory until it can'),
      })
      return runTask(...task, { ...shared, hosts })
    },
    capabilities: () => able,
    networks: attachedNetworks,
    log,
  })
  log.info({ auditServiceId: service.auditServiceId, collectorUrl: service.collectorUrl }, 'ready')
  return {
    auditServiceId: service.auditServiceId,
    collectorUrl: service.collectorUrl,
    stop: async () => {
      lock.announceEnd()
      clearInterval(asking)
      await link.stop()
      hosts?.close()
      lock.release()
      log.info('stopped')
    },
  }
}
