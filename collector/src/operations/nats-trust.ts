import { pino } from 'pino'
import { loadMessagingKeys } from '../messaging/keys.ts'
import { trustLines } from '../messaging/server-config.ts'
import { currentClaims } from '../messaging/service-accounts.ts'
import { migrate } from '../store/migrations.ts'
import { openStore } from '../store/open.ts'
import type { CollectorConfig } from './config.ts'
import { prepareDataDir } from './data-dir.ts'
import { openInstallation } from './installation.ts'

/**
 * Returns the configuration with which an operator's own NATS servers trust this collector. Creates the keys if needed.
 */
export async function natsTrustLines(config: CollectorConfig, claimsDir: string): Promise<string[]> {
  await prepareDataDir(config.dataDir)
  const log = pino({ level: 'silent' })
  const installation = await openInstallation(config, log)
  const store = await openStore(config.store)
  try {
    const vault = await installation.openVault(store)
    await migrate(store)
    const ctx = { store, vault, clock: { now: () => new Date() }, log }
    await installation.check(ctx)
    const keys = await loadMessagingKeys(ctx)
    // The accounts of Audit Services follow when the collector connects.
    return await trustLines(keys, await currentClaims(ctx, keys, []), claimsDir)
  } finally {
    await store.close()
  }
}
