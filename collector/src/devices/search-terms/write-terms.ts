import { deviceTables } from '../../store/schema/devices.ts'
import type { Tx } from '../../store/store.ts'
import type { DeviceTerms, Term } from './terms.ts'

/**
 * Writes the terms of devices; the last ones of a device count. Only differences are written: ports and users hardly
 * ever change.
 */
export async function writeTerms(tx: Tx, siteId: string, found: readonly DeviceTerms[]): Promise<void> {
  if (found.length === 0) return
  const { deviceTerms } = tx.tables(deviceTables)
  const stored = await tx.rowsAmong(deviceTerms, [...new Set(found.map(({ deviceId }) => deviceId))], {
    key: 'deviceId',
    columns: ['id', 'deviceId', 'kind', 'alias', 'searchText'],
  })
  const before = Map.groupBy(stored, keyOf)
  const differences = [...new Map(found.map((one) => [keyOf(one), one])).values()].map((each) => {
    const had = new Map((before.get(keyOf(each)) ?? []).map((row) => [row.id, row]))
    const rows = new Map(each.terms.map((term) => rowOf(siteId, each, term)).map((row) => [row.id, row]))
    const removed = [...had.values()].filter(({ id }) => !rows.has(id))
    const written = [...rows.values()].filter((row) => {
      const earlier = had.get(row.id)
      return earlier?.searchText !== row.searchText || earlier.alias !== row.alias
    })
    return { removed, written }
  })
  const removed = differences.flatMap((each) => each.removed)
  const written = differences.flatMap((each) => each.written)
  if (removed.length > 0) await tx.deleteRows(deviceTerms, removed, ['id'])
  if (written.length > 0) await tx.upsertRows(deviceTerms, written, { target: ['id'], set: ['alias', 'searchText'] })
}

const keyOf = ({ deviceId, kind }: Pick<DeviceTerms, 'deviceId' | 'kind'>): string => `${deviceId} ${kind}`

function rowOf(siteId: string, { deviceId, kind }: DeviceTerms, { value, alias, texts }: Term) {
  const searchText = [...new Set(texts.map((text) => text.toLowerCase()))].join('\n')
  return { id: JSON.stringify([deviceId, kind, value]), deviceId, siteId, kind, value, alias, searchText }
}
