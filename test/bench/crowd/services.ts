import { join } from 'node:path'
import { joinAuditService } from '@rollcall/audit-service/messaging/join.ts'
import { startLink } from '@rollcall/audit-service/messaging/link.ts'
import type { Report } from '@rollcall/audit-service/messaging/report.ts'
import { openResultSpool } from '@rollcall/audit-service/spool/result-spool.ts'
import { succeeded } from '@rollcall/audit-service/tasks/outcome.ts'
import { newId } from '@rollcall/shared/ids.ts'
import type { Task } from '@rollcall/shared/messages/task.ts'
import { parseTargets } from '@rollcall/shared/targets/parse.ts'
import { addresses, mergeRanges } from '@rollcall/shared/targets/ranges.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { pino } from 'pino'
import { answerRequests } from '../ingest/ipc.ts'

/**
 * The process of many Audit Services. Keys, connection, spool, tasks and results of each are those of the product; only
 * the network that they scan is simulated.
 */
export type ServicesVerbs = {
  /** Joins so many services and connects them. Returns their ids. */
  connect(input: { url: string; token: string; folder: string; count: number; oneInLive: number }): Promise<string[]>
  stop(input: null): Promise<void>
}

const spoolBytesMax = 64 * 2 ** 20
const links: { stop(): Promise<void> }[] = []

answerRequests({
  async connect({ url, token, folder, count, oneInLive }) {
    const ids: string[] = []
    for (let number = 0; number < count; number++) {
      const stateDir = join(folder, `service-${number}`)
      const { service } = await joinAuditService({
        url,
        token,
        stateDir,
        name: `site ${number}`,
        version: productVersion,
      })
      const link = await startLink({
        service,
        stateDir,
        version: productVersion,
        spool: await openResultSpool(stateDir, spoolBytesMax),
        runTask: (task, _, report) => scanSimulated(task, report, oneInLive),
        capabilities: () => [],
        networks: () => [],
        log: pino({ level: 'error' }, pino.destination(2)),
      })
      links.push(link)
      ids.push(service.auditServiceId)
    }
    return ids
  },

  async stop() {
    await Promise.all(links.map((link) => link.stop()))
  },
} satisfies ServicesVerbs)

/** Reports one address in some as a host that answers ping. */
async function scanSimulated(task: Task, report: Report, oneInLive: number) {
  const all = [...addresses(mergeRanges(parseTargets(task.addresses, { allowNames: false }).ranges))]
  const counts = { addressesTotal: all.length, audited: 0, failed: 0 }
  await report.started(all.length)
  let hostsFound = 0
  for (const [index, address] of all.entries()) {
    if (index % oneInLive !== 0) continue
    hostsFound += 1
    await report.host(address, pingReply(address), { reason: 'ping-only', attempts: [] })
    report.progress({ ...counts, addressesDone: index + 1, hostsFound, notAudited: hostsFound })
  }
  report.progress({ ...counts, addressesDone: all.length, hostsFound, notAudited: hostsFound })
  return succeeded([])
}

const pingReply = (address: string) => ({
  schemaVersion: 1 as const,
  id: newId(),
  observedAt: new Date().toISOString(),
  source: 'Service' as const,
  depth: 'discovery' as const,
  type: 'unknown' as const,
  name: address,
  identity: { ipAddresses: [address] },
  network: { ipAddress: address },
})
