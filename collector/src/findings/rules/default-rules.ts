import type { CreateRule } from '@rollcall/shared/api/rule.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { lowSupplyPercent } from '@rollcall/shared/inventory/supply-level.ts'
import { notInArray } from 'drizzle-orm'
import { nowOf, type SystemContext } from '../../lib/context.ts'
import { findingTables } from '../../store/schema/findings.ts'
import { siteTables } from '../../store/schema/sites.ts'
import type { Tx } from '../../store/store.ts'

type DefaultRule = Pick<CreateRule, 'name' | 'severity'> & {
  origin: string
  enabled?: false
} & ({ query: string } | { trigger: Exclude<CreateRule['trigger'], 'query'>; days: number })

/** Rules that each site starts with. People can change, disable and delete them. */
export const defaultRules: readonly DefaultRule[] = [
  { origin: 'disk-failing', name: 'Disk is failing', severity: 'error', query: 'disk(health = failing)' },
  { origin: 'forbidden-software', name: 'Forbidden software', severity: 'error', query: 'compliance = forbidden' },
  {
    origin: 'battery-low',
    name: 'UPS battery is low',
    severity: 'error',
    query: 'ups.battery = low or ups.battery = depleted',
  },
  {
    origin: 'required-missing',
    name: 'Required software is missing',
    severity: 'warning',
    query: 'compliance = missing',
  },
  { origin: 'not-audited', name: 'Last scan could not read it', severity: 'warning', query: 'unreadable = true' },
  {
    origin: 'certificate-ends',
    name: 'Certificate ends within 30 days',
    severity: 'warning',
    query: 'certificate(ends < 30d from now)',
  },
  { origin: 'volume-full', name: 'Volume under 10 % free', severity: 'warning', query: 'volume(free < 10%)' },
  {
    origin: 'supply-low',
    name: `Supply under ${lowSupplyPercent} %`,
    severity: 'warning',
    query: `supply(level < ${lowSupplyPercent}%)`,
  },
  { origin: 'disk-warning', name: 'Disk reports a warning', severity: 'warning', query: 'disk(health = warning)' },
  { origin: 'not-seen', name: 'Not seen for 14 days', severity: 'warning', query: 'lastSeen < 14d ago' },
  { origin: 'unknown-type', name: 'Unknown type', severity: 'info', query: 'type = unknown' },
  { origin: 'device-moved', name: 'Moved to another port', severity: 'info', trigger: 'device-moved', days: 7 },
  { origin: 'device-added', name: 'New device', severity: 'info', trigger: 'device-added', days: 7 },
  {
    origin: 'port-down',
    name: 'Port lost its link',
    severity: 'warning',
    trigger: 'port-down',
    days: 7,
    enabled: false,
  },
  {
    origin: 'software-added',
    name: 'New software',
    severity: 'info',
    trigger: 'software-added',
    days: 7,
    enabled: false,
  },
]

/** Inserts the rules that a new site starts with, in the transaction that creates it. */
export async function insertDefaultRules(tx: Tx, siteId: string, at: string): Promise<void> {
  const { findingRules, findingSites } = tx.tables(findingTables)
  const rows = defaultRules.map((rule) => ({
    trigger: 'query' as const,
    query: null,
    days: null,
    enabled: true,
    ...rule,
    id: newId(),
    siteId,
    nameKey: rule.name.toLowerCase(),
    notify: { bell: rule.severity !== 'info', mail: rule.severity === 'error', webhook: true },
    dueAt: at,
    evaluatedAt: null,
    problem: null,
    omitted: 0,
  }))
  await tx.insertRows(findingSites, [{ siteId }])
  await tx.insertRows(findingRules, rows)
}

/** Inserts the rules of sites that an earlier release created. */
export async function ensureDefaultRules(ctx: SystemContext): Promise<void> {
  await ctx.store.write(async (tx) => {
    const { findingSites } = tx.tables(findingTables)
    const { sites } = tx.tables(siteTables)
    const done = tx.select({ id: findingSites.siteId }).from(findingSites)
    const without = await tx.select({ id: sites.id }).from(sites).where(notInArray(sites.id, done))
    for (const { id } of without) await insertDefaultRules(tx, id, nowOf(ctx))
  })
}
