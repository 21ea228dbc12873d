import { join } from 'node:path'
import { createOutbound } from '@rollcall/shared/node/outbound/outbound.ts'
import type { SystemContext } from '../lib/context.ts'
import { ensureCertificates } from '../operations/certificates/ensure-certificates.ts'
import type { Certificates } from '../operations/certificates/operator-certificate.ts'
import { sharedKeysIn } from '../operations/certificates/shared-keys.ts'
import type { CollectorConfig } from '../operations/config.ts'
import { type Installation, openInstallation } from '../operations/installation.ts'
import { type Maintenance, openMaintenance } from '../operations/maintenance.ts'
import { createTrustedClock, type TrustedClock } from '../operations/trusted-time/clock.ts'
import { thisMachine } from '../operations/trusted-time/machine.ts'
import { createDiskSpace, type DiskSpace } from '../store/disk-space.ts'
import { migrate } from '../store/migrations.ts'
import { openStore } from '../store/open.ts'
import type { Vault } from '../store/vault.ts'
import { storeListener } from './stop-after-disk-failure.ts'

export type OpenSystem = {
  system: SystemContext & { clock: TrustedClock }
  installation: Installation
  certificates: Certificates
  /** Returns the valid certificate, renewed if it is about to expire. */
  currentCertificates(): Promise<Certificates>
  /** Space on the disk with the data directory. */
  disk: DiskSpace
  maintenance: Maintenance
  /** The collector's own ports: closed to outbound calls. */
  ownPorts: number[]
}

/** Opens the store and the keys, and creates the context of every operation. */
export async function openSystem(
  config: CollectorConfig,
  { log, metrics, wakeOutbox }: Pick<SystemContext, 'log' | 'metrics' | 'wakeOutbox'>,
): Promise<OpenSystem> {
  const clock = createTrustedClock(thisMachine())
  const installation = await openInstallation(config, log)
  const store = await openStore(config.store, storeListener(log))
  const currentCertificates = (vault: Vault, mayMakeCa = false) =>
    ensureCertificates({
      dataDir: config.dataDir,
      own: config.ownCertificate,
      extraHosts: [
        ...config.publicHosts.map(({ host }) => host),
        ...(['0.0.0.0', '::'].includes(config.host) ? [] : [config.host]),
      ],
      mayMakeCa,
      sharedKeys: sharedKeysIn({ store, vault, clock }),
      now: clock.now(),
      log,
    })
  const openKeys = async () => {
    const isNew = await store.isEmpty()
    const vault = await installation.openVault(store)
    // A new database gets its tables at once, since the keys are in them.
    if (isNew) await migrate(store)
    return { vault, certificates: await currentCertificates(vault, installation.mayMakeCa) }
  }
  const { vault, certificates } = await openKeys().catch(async (error: unknown) => {
    await store.close()
    throw error
  })
  const ownPorts: number[] = []
  const outbound = createOutbound({
    allow: config.outboundAllow,
    ownPorts: () => ownPorts,
    onRefused: (call) => log.warn(call, 'outbound: refused a call to a forbidden address'),
  })
  return {
    system: { store, clock, vault, log, metrics, outbound, wakeOutbox },
    installation,
    certificates,
    currentCertificates: () => currentCertificates(vault),
    disk: createDiskSpace(config.dataDir),
    maintenance: openMaintenance(join(config.dataDir, 'maintenance')),
    ownPorts,
  }
}
