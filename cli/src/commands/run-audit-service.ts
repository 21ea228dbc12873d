import { capabilities } from '@rollcall/audit-service/capabilities.ts'
import { readAuditServiceConfig } from '@rollcall/audit-service/config.ts'
import { startAuditService } from '@rollcall/audit-service/main.ts'
import { joinAuditService } from '@rollcall/audit-service/messaging/join.ts'
import { readServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import { openHostKeys, sshPort } from '@rollcall/audit-service/probes/ssh/host-keys.ts'
import { openResultSpool } from '@rollcall/audit-service/spool/result-spool.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { normaliseIp } from '@rollcall/shared/inventory/primitives.ts'
import { releaseMemoryWhenIdle } from '@rollcall/shared/node/release-memory.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { print, table } from '../output.ts'
import { aborted, stopSignal } from '../stop-signal.ts'

type Common = { stateDir: string; json?: boolean }

export async function joinAuditServiceCommand(
  options: Common & { url: string; token: string; name?: string },
): Promise<void> {
  const { url, token, stateDir, name } = options
  const joined = await joinAuditService({ url, token, stateDir, version: productVersion, ...(name ? { name } : {}) })
  const { auditServiceId, siteId, collectorUrl } = joined
  print(
    options.json,
    { auditServiceId, siteId, name: joined.name, collectorUrl, stateDir },
    () => `Joined ${collectorUrl} as Audit Service "${joined.name}" (${auditServiceId})`,
  )
}

export async function runAuditServiceCommand(
  options: Common & { stopOnStdinEnd?: boolean; natsUrl?: string },
): Promise<void> {
  const signal = stopSignal({ stdinEnd: options.stopOnStdinEnd })
  const config = readAuditServiceConfig(options.stateDir, process.env)
  const { stop, ...ready } = await startAuditService({
    ...config,
    ...(options.natsUrl ? { natsUrl: options.natsUrl } : {}),
  })
  print(options.json, ready, () => `Audit Service ${ready.auditServiceId} runs for ${ready.collectorUrl}`)
  releaseMemoryWhenIdle()
  await aborted(signal)
  await stop()
}

export async function auditServiceStatusCommand({ stateDir, json }: Common): Promise<void> {
  const service = await readServiceFile(stateDir)
  const able = await capabilities()
  const config = readAuditServiceConfig(stateDir, process.env)
  const spool = service && (await openResultSpool(stateDir, config.spoolBytesMax))
  const state = {
    joined: service !== undefined,
    stateDir,
    ...(service && {
      auditServiceId: service.auditServiceId,
      siteId: service.siteId,
      collectorUrl: service.collectorUrl,
    }),
    waiting: spool?.waiting().length ?? 0,
    spoolBytes: spool?.bytesUsed() ?? 0,
    capabilities: able,
  }
  print(json, state, () =>
    [
      service ? `Audit Service ${service.auditServiceId} of ${service.collectorUrl}` : `Not joined (${stateDir})`,
      `${state.waiting} results wait to be sent`,
      table(
        ['Probe', 'Available', ''],
        able.map((each) => [each.name, each.available ? 'yes' : 'no', each.detail ?? '']),
      ),
    ].join('\n'),
  )
}

export async function forgetHostKeyCommand(text: string, { stateDir, json }: Common): Promise<void> {
  const address = normaliseIp(text)
  if (address === undefined) throw new OperatorError(`${text} is no IP address`)
  const hostKeys = openHostKeys(stateDir)
  const pin = await hostKeys.get(address, sshPort)
  if (!pin || !(await hostKeys.forget(address, sshPort))) {
    throw new OperatorError(`no SSH host key of ${address} is known in ${stateDir}`)
  }
  print(
    json,
    pin,
    () => `Forgot ${pin.fingerprint} (${pin.type}) of ${address}; the next audit takes what it shows then`,
  )
}
