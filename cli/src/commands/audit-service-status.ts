import { capabilities } from '@rollcall/audit-service/capabilities.ts'
import { readServiceFile, runningProcess } from '@rollcall/audit-service/messaging/service-file.ts'
import { measureResultSpool } from '@rollcall/audit-service/spool/result-spool.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { CommandFailed } from '../failed.ts'
import { print, table } from '../output.ts'

/**
 * Prints what this Audit Service has joined, what it can do, and what waits. Fails after that if it has not joined or does
 * not run. A collector that cannot be reached is no failure: the service waits for it, and a new process would too.
 */
export async function auditServiceStatus({ stateDir, json }: { stateDir: string; json?: boolean }): Promise<void> {
  const service = await readServiceFile(stateDir)
  const holder = await runningProcess(stateDir)
  const able = await capabilities()
  const waiting = await measureResultSpool(stateDir)
  const state = {
    joined: service !== undefined,
    running: holder !== undefined,
    stateDir,
    ...(service && {
      auditServiceId: service.auditServiceId,
      siteId: service.siteId,
      collectorUrl: service.collectorUrl,
      otherUrls: service.otherUrls ?? [],
    }),
    waiting: waiting.entries,
    spoolBytes: waiting.bytes,
    capabilities: able,
  }
  print(json, state, () =>
    [
      service ? `Audit Service ${service.auditServiceId} of ${service.collectorUrl}` : `Not joined (${stateDir})`,
      holder === undefined ? 'Not running' : `Running (process ${holder})`,
      `${counted(state.waiting, 'result is', 'results are')} waiting to be sent`,
      table(
        ['Probe', 'Available', ''],
        able.map((each) => [each.name, each.available ? 'yes' : 'no', each.detail ?? '']),
      ),
    ].join('\n'),
  )
  if (!state.joined || !state.running) throw new CommandFailed()
}
