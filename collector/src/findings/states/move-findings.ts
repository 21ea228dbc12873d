import { findingTables } from '../../store/schema/findings.ts'
import { among, columnsIn } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'

/**
 * Moves the findings of a merged record to its survivor. Where both have one of the same rule and item, the unresolved
 * one stays, and that of the survivor if both are.
 */
export async function moveFindings(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const { findings } = tx.tables(findingTables)
  const rows = await tx.rowsAmong(findings, [from, to], { key: 'deviceId', columns: columnsIn(findings) })
  const subjectOf = ({ ruleId, item }: (typeof rows)[number]) => `${ruleId} ${item}`
  const own = new Map(rows.filter(({ deviceId }) => deviceId === to).map((row) => [subjectOf(row), row]))
  const moving = rows.filter((row) => {
    const other = own.get(subjectOf(row))
    return row.deviceId === from && (!other || (other.state === 'resolved' && row.state !== 'resolved'))
  })
  const replaced = moving.flatMap((row) => own.get(subjectOf(row))?.id ?? [])
  if (replaced.length > 0) await tx.delete(findings).where(among(findings.id, replaced))
  await tx.updateRows(
    findings,
    moving.map(({ id }) => ({ id, deviceId: to })),
    { key: 'id', set: ['deviceId'] },
  )
}
