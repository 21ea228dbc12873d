import type { ComplianceSummary } from '@rollcall/shared/api/compliance.ts'
import { and, eq } from 'drizzle-orm'
import { countComputers, countTaggedComputers } from '../../device-records/computers-with-compliance.ts'
import type { Context } from '../../lib/context.ts'
import { complianceTables } from '../../store/schema/software.ts'
import type { Db } from '../../store/store.ts'
import { type Rule, softwareRules } from './compliance-rules.ts'
import { reviewSite } from './review-sites.ts'

/** Counts the site's computers that comply, those that do not, and those of which it is not known. */
export async function summariseCompliance(ctx: Context): Promise<ComplianceSummary> {
  const { siteId } = ctx
  await reviewSite(ctx, siteId)
  return ctx.store.read(async (db) => {
    const { complianceDevices: devices } = db.tables(complianceTables)
    const { hasMissing, hasForbidden, isUnknown } = devices
    const ofSite = eq(devices.siteId, siteId)
    const rules = await softwareRules(db, siteId)
    const computers = await countComputers(db, siteId)
    const inScope = await countInScope(db, siteId, rules, computers)
    return {
      computers,
      inScope,
      compliant: inScope - (await db.$count(devices, ofSite)),
      unknown: await db.$count(devices, and(ofSite, eq(isUnknown, true))),
      missing: await db.$count(devices, and(ofSite, eq(hasMissing, true))),
      forbidden: await db.$count(devices, and(ofSite, eq(hasForbidden, true))),
      rules: rules.length,
    }
  })
}

/** Counts the computers in scope of any rule. */
async function countInScope(db: Db, siteId: string, rules: readonly Rule[], computers: number): Promise<number> {
  const tagIds = new Set(rules.map(({ inScopeTagId }) => inScopeTagId))
  if (tagIds.has(null)) return computers
  return tagIds.size === 0
    ? 0
    : countTaggedComputers(
        db,
        siteId,
        [...tagIds].filter((id) => id !== null),
      )
}
