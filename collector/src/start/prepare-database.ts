import { hostname } from 'node:os'
import { ensureAdministrator } from '../access/users/ensure-administrator.ts'
import { warnOfSlowSearch } from '../devices/list/warn-of-slow-search.ts'
import { ensureDefaultRules } from '../findings/rules/default-rules.ts'
import { repairAfterSetBack } from '../operations/clock-set-back.ts'
import { createTimeGuard, type TimeGuard } from '../operations/trusted-time/guard.ts'
import { ensureDefaultSite } from '../sites/ensure-default-site.ts'
import { removeUnusedProducts } from '../software/catalog/remove-unused.ts'
import { migrate } from '../store/migrations.ts'
import type { OpenSystem } from './open-system.ts'

type Prepared = {
  guard: TimeGuard
  /** The first site. */
  siteId: string
  /** The first administrator, until its password was shown. */
  administrator: Awaited<ReturnType<typeof ensureAdministrator>>
}

/**
 * Migrates the database, repairs state left by a killed collector, and creates the first site and the first
 * administrator.
 */
export async function prepareDatabase({
  system,
  installation,
}: Pick<OpenSystem, 'system' | 'installation'>): Promise<Prepared> {
  const { store, clock, log } = system
  const { applied } = await migrate(store, (migration, number, of) =>
    log.info({ migration, number, of }, 'the schema is being migrated'),
  )
  if (applied > 0) log.info({ applied }, 'schema migrated')
  await installation.check(system)
  const removed = await removeUnusedProducts(store)
  if (removed > 0) log.warn({ removed }, 'deleted products of interrupted software lists')
  const guard = await createTimeGuard({
    store,
    clock,
    log,
    collector: hostname(),
    setBack: (now) => repairAfterSetBack(system, now),
  })
  await warnOfSlowSearch(system)
  const lossRisk = await store.lossRisk()
  if (lossRisk !== undefined) log.warn(lossRisk)
  const siteId = await ensureDefaultSite(system)
  await ensureDefaultRules(system)
  return { guard, siteId, administrator: await ensureAdministrator(system, siteId) }
}
