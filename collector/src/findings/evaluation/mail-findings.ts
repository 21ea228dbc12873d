import { counted } from '@rollcall/shared/counted.ts'
import { newId } from '@rollcall/shared/ids.ts'
import { and, eq } from 'drizzle-orm'
import { notify } from '../../activity/notifications/notify.ts'
import { deviceNames } from '../../device-records/device-names.ts'
import type { SystemContext } from '../../lib/context.ts'
import type { TrustedTime } from '../../lib/trusted-time.ts'
import { findingTables } from '../../store/schema/findings.ts'
import type { RuleRow } from '../rules/rule-row.ts'

/** Findings named in one mail. */
const namedMax = 20

/** Sends one mail for all new findings of a rule. */
export async function mailFindings(system: SystemContext, rule: RuleRow, time: TrustedTime): Promise<void> {
  const { findings } = system.store.tables(findingTables)
  const waiting = and(eq(findings.awaitsMail, true), eq(findings.ruleId, rule.id))
  const any = await system.store.read((db) => db.select({ id: findings.id }).from(findings).where(waiting).limit(1))
  if (any.length === 0) return
  await system.store.write(async (tx) => {
    const rows = await tx.update(findings).set({ awaitsMail: false }).where(waiting).returning()
    const open = rows.filter(({ state }) => state === 'open')
    if (open.length === 0) return
    const named = open.slice(0, namedMax)
    const names = await deviceNames(tx, [...new Set(named.map(({ deviceId }) => deviceId))])
    const lines = named.map(({ deviceId, detail }) => {
      const name = names.get(deviceId) ?? deviceId
      return detail === null ? name : `${name}: ${detail}`
    })
    const more = open.length - named.length
    await notify(tx, {
      siteId: rule.siteId,
      template: 'Finding',
      key: `finding:${rule.id}:${newId()}`,
      subject: `${rule.name}: ${counted(open.length, 'new finding')}`,
      text: [...lines, ...(more > 0 ? [`and ${counted(more, 'more finding')}`] : [])].join('\n'),
      timestamp: time.now,
    })
  })
}
