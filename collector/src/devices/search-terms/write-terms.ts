import { deviceTables } from '../../store/schema/devices.ts'
import type { Tx } from '../../store/store.ts'
import type { Term } from './terms.ts'

/** All terms of one kind that a device has. */
export type DeviceTerms = { deviceId: string; kind: 'port' | 'user'; terms: readonly Term[] }

/** Writes the terms of devices. Only differences are written: ports and users hardly ever change. */
export async function writeTerms(tx: Tx, siteId: string, found: readonly DeviceTerms[]): Promise<void> {
  if (found.length === 0) return
  const { deviceTerms } = tx.tables(deviceTables)
  const stored = await tx.rowsAmong(deviceTerms, [...new Set(found.map(({ deviceId }) => deviceId))], {
    key: 'deviceId',
    columns: ['id', 'deviceId', 'kind', 'alias', 'searchText'],
  })
  const before = Map.groupBy(stored, keyOf)
  // The last changeset of a device has its terms of today.
  for (const each of new Map(found.map((one) => [keyOf(one), one])).values()) {
    const had = new Map((before.get(keyOf(each)) ?? []).map((row) => [row.id, row]))
    const rows = new Map(each.terms.map((term) => rowOf(siteId, each, term)).map((row) => [row.id, row]))
    await tx.deleteRows(
      deviceTerms,
      [...had.values()].filter(({ id }) => !rows.has(id)),
      ['id'],
    )
    const differing = [...rows.values()].filter((row) => {
      const earlier = had.get(row.id)
      return earlier?.searchText !== row.searchText || earlier.alias !== row.alias
    })
    await tx.upsertRows(deviceTerms, differing, { target: ['id'], set: ['alias', 'searchText'] })
  }
}

const keyOf = ({ deviceId, kind }: Pick<DeviceTerms, 'deviceId' | 'kind'>): string => `${deviceId} ${kind}`

function rowOf(siteId: string, { deviceId, kind }: DeviceTerms, { value, alias, texts }: Term) {
  const searchText = [...new Set(texts.map((text) => text.toLowerCase()))].join('\n')
  return { id: JSON.stringify([deviceId, kind, value]), deviceId, siteId, kind, value, alias, searchText }
}
