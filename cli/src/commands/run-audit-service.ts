import { stat } from 'node:fs/promises'
import { readAuditServiceConfig } from '@rollcall/audit-service/config.ts'
import { startAuditService } from '@rollcall/audit-service/main.ts'
import { joinAuditService } from '@rollcall/audit-service/messaging/join.ts'
import { readServiceFile } from '@rollcall/audit-service/messaging/service-file.ts'
import { openHostKeys, sshPort } from '@rollcall/audit-service/probes/ssh/host-keys.ts'
import { isHostKeyType } from '@rollcall/audit-service/probes/ssh/server-key.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { releaseMemory } from '@rollcall/shared/node/release-memory.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import type { Joining } from '../join-options.ts'
import { notifyReady } from '../notify-systemd.ts'
import { print } from '../output.ts'
import { aborted, stopSignal } from '../stop-signal.ts'

/** Longer than a scan takes to stop. Unsent results wait on disk for the next start. */
const stopMsMax = 13_000

type Common = { stateDir: string; json?: boolean }

type Named = Common & { name?: string }

export async function joinAuditServiceCommand(options: Named, joining: Joining): Promise<void> {
  const { stateDir } = options
  const { service, isKept, discarded } = await join(options, joining)
  const { auditServiceId, siteId, collectorUrl, name } = service
  print(options.json, { auditServiceId, siteId, name, collectorUrl, stateDir, isKept, discarded }, () =>
    [
      `${isKept ? 'Already joined' : 'Joined'} ${collectorUrl} as Audit Service "${name}" (${auditServiceId})`,
      ...(discarded > 0
        ? [
            `${counted(discarded, 'waiting result of its former identity was', 'waiting results of its former identity were')} discarded`,
          ]
        : []),
    ].join('\n'),
  )
}

const join = ({ stateDir, name }: Named, joining: Joining) =>
  joinAuditService({ ...joining, stateDir, version: productVersion, ...optional({ name }) })

/** Installs the service, which must have joined, or joins now. A running one stops while it joins again. */
export async function installAuditServiceCommand(options: Named, joining: Joining | undefined): Promise<void> {
  const { stateDir, json } = options
  const { installUnit, withUnitStopped } = await import('../systemd-units.ts')
  if (joining) {
    await withUnitStopped('audit-service', () => join(options, joining))
  } else if (!(await readServiceFile(stateDir))) {
    throw new OperatorError(
      `this Audit Service has not joined a collector (no configuration in ${stateDir}): create a token with "rollcall join-token create --for audit-service" on the collector, and give --url and --token`,
    )
  }
  await installUnit({ part: 'audit-service', stateDir, json })
}

export async function runAuditServiceCommand(
  options: Common & { stopOnStdinEnd?: boolean; url?: string; natsUrl?: string },
): Promise<void> {
  const signal = stopSignal({ stdinEnd: options.stopOnStdinEnd, endsWithinMs: stopMsMax })
  const config = readAuditServiceConfig(options.stateDir, process.env)
  const { stop, ...ready } = await startAuditService({
    ...config,
    ...(options.url ? { collectorUrl: options.url } : {}),
    ...(options.natsUrl ? { natsUrl: options.natsUrl } : {}),
  })
  print(options.json, ready, () => `Audit Service ${ready.auditServiceId} is running for ${ready.collectorUrl}`)
  await notifyReady()
  releaseMemory()
  await aborted(signal)
  await stop()
}

export async function forgetHostKeyCommand(text: string, { stateDir, json }: Common): Promise<void> {
  const address = normaliseIp(text)
  if (address === undefined) throw new OperatorError(`${text} is not an IP address`)
  const hostKeys = openHostKeys(stateDir)
  const pin = await hostKeys.get(address, sshPort)
  if (!pin || !(await hostKeys.forget(address, sshPort))) {
    throw new OperatorError(`no SSH host key of ${address} is pinned in ${stateDir}`)
  }
  print(
    json,
    pin,
    () =>
      `Deleted the pinned key ${pin.fingerprint} (${pin.type}) of ${address}; the next audit pins the key that the host shows then`,
  )
}

/** Pins a host key without an audit, for sites that require known host keys. */
export async function trustHostKeyCommand(
  { address: text, type, fingerprint }: { address: string; type: string; fingerprint: string },
  { stateDir, json }: Common,
): Promise<void> {
  const address = normaliseIp(text)
  if (address === undefined) throw new OperatorError(`${text} is not an IP address`)
  if (!isHostKeyType(type)) throw new OperatorError(`${type} is not an SSH host key type such as ssh-ed25519`)
  if (!/^SHA256:[A-Za-z0-9+/]{43}$/.test(fingerprint)) {
    throw new OperatorError(
      `${fingerprint} is not a fingerprint as printed by ssh-keygen -l: SHA256: and 43 characters`,
    )
  }
  await becomeOwnerOf(stateDir)
  const pin = { address, port: sshPort, type, fingerprint, pinnedAt: new Date().toISOString() }
  const pinned = await openHostKeys(stateDir).pin(pin)
  if (pinned.fingerprint !== fingerprint) {
    const forget = `rollcall audit-service forget-host-key ${address} --state-dir ${stateDir}`
    throw new OperatorError(
      `${address} is already pinned with ${pinned.fingerprint} (${pinned.type}); to replace the key, first run: ${forget}`,
    )
  }
  print(json, pinned, () => `${address} is pinned with ${fingerprint} (${type})`)
}

/**
 * Changes from root to the folder's owner, because the service must be able to read the files that the command writes.
 */
async function becomeOwnerOf(folder: string): Promise<void> {
  if (process.geteuid?.() !== 0) return
  const { uid, gid } = await stat(folder).catch((error: unknown) => {
    throw new OperatorError(`cannot use the state directory ${folder}: ${messageOf(error)}`)
  })
  process.setegid?.(gid)
  process.seteuid?.(uid)
}
