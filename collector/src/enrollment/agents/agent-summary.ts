import type { AgentSummary } from '@rollcall/shared/api/agent.ts'
import { agentPlatforms, agentProblems, agentStatuses } from '@rollcall/shared/api/choices.ts'
import { and, count, eq, not, type SQL } from 'drizzle-orm'
import type { Context } from '../../lib/context.ts'
import { enrollmentTables } from '../../store/schema/enrollment.ts'
import { isOutdated } from '../contact-status.ts'
import { hasProblem, hasStatus, isReplaced, outdatedVersions } from './agent-conditions.ts'
import { agentScheduleOf } from './agent-schedules.ts'

const versionsMax = 100

/** Counts the agents of the site by status, platform, problem and version. Replaced ones count only as such. */
export async function agentSummary(ctx: Context): Promise<AgentSummary> {
  const now = ctx.clock.now()
  return ctx.store.read(async (db) => {
    const { agents } = db.tables(enrollmentTables)
    const ofSite = eq(agents.siteId, ctx.siteId)
    const current = and(ofSite, not(isReplaced()))
    const counted = (condition: SQL | undefined) => db.$count(agents, and(ofSite, condition))
    const { version, platform } = agents
    const groups = await db.select({ version, n: count() }).from(agents).where(current).groupBy(version)
    const schedule = await agentScheduleOf(db, ctx.siteId)
    const outdated = await outdatedVersions(db, ctx.siteId)
    const summary: AgentSummary = {
      total: groups.reduce((sum, { n }) => sum + n, 0),
      upgradeAvailable: groups.reduce((sum, { n, version }) => sum + (isOutdated(version) ? n : 0), 0),
      statuses: [],
      platforms: [],
      problems: [],
      versions: groups
        .map(({ version, n }) => ({ version, agents: n }))
        .sort((a, b) => b.agents - a.agents || (a.version < b.version ? -1 : 1))
        .slice(0, versionsMax),
    }
    for (const status of agentStatuses) {
      summary.statuses.push({ status, agents: await counted(hasStatus(db, status, outdated, { schedule, now })) })
    }
    for (const each of agentPlatforms) {
      summary.platforms.push({ platform: each, agents: await counted(and(current, eq(platform, each))) })
    }
    for (const problem of agentProblems) {
      summary.problems.push({ problem, agents: await counted(and(current, hasProblem(db, problem, now))) })
    }
    return summary
  })
}
