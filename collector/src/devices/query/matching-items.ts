import { findField, findItem } from '@rollcall/shared/query/find-field.ts'
import type { Condition, ItemCondition, Query } from '@rollcall/shared/query/query.ts'
import { complianceProducts } from '../../software/compliance/devices-with-finding.ts'
import { findProducts } from '../../software/installations/find-products.ts'
import { installedProducts } from '../../software/installations/read-installed.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Db } from '../../store/store.ts'
import { itemFact } from '../facts/fact.ts'
import { fieldNumbers, numberedDevices } from '../facts/read-facts.ts'
import { compared } from './fact-condition.ts'
import { conditionsIn, itemsMeeting } from './item-matches.ts'
import { type NamedItem, nameItem } from './item-words.ts'

type Scope = { db: Db; siteId: string; now: Date }

/** Reads the items of devices that meet a condition, by device. */
export type ReadItems = (deviceIds: readonly string[]) => Promise<Map<string, NamedItem[]>>

/** A condition that items of a device meet: products of its compliance are such items. */
export type AboutItems = ItemCondition | Extract<Condition, { operator: unknown }>

/** Reports whether a condition is about items of a device. */
export function isAboutItems(query: Query): query is AboutItems {
  if ('item' in query) return true
  if (!('operator' in query) || query.operator === '!=') return false
  const { field, value } = query
  return field === 'forbidden' || field === 'missing' || (field === 'compliance' && isKind(value))
}

const isKind = (value: unknown): value is 'forbidden' | 'missing' => value === 'forbidden' || value === 'missing'

/** Prepares the reading of items that meet a condition. */
export async function itemReader(scope: Scope, condition: AboutItems): Promise<ReadItems> {
  if (!('item' in condition)) return complianceReader(scope, condition)
  return condition.item === 'software' ? softwareReader(scope, condition.where) : factReader(scope, condition)
}

function complianceReader({ db }: Scope, { field, operator, value }: Exclude<AboutItems, ItemCondition>): ReadItems {
  const kind = isKind(field) ? field : isKind(value) ? value : undefined
  if (!kind) throw new Error(`the condition on ${field} is about no product`)
  const wanted = String(value).trim().toLowerCase()
  const words = kind === 'forbidden' ? 'is Forbidden and installed' : 'is Required and missing'
  return async (deviceIds) => {
    const rows = await complianceProducts(db, deviceIds, kind, (name) =>
      field === 'compliance' ? undefined : compared(name, operator, wanted),
    )
    return groupItems(rows.map(({ deviceId, name, version }) => [deviceId, productItem(name, version, words)]))
  }
}

async function softwareReader({ db, siteId }: Scope, where: Query): Promise<ReadItems> {
  const numbers = await findProducts(db, siteId, where)
  return async (deviceIds) => {
    const rows = await installedProducts(db, deviceIds, numbers)
    return groupItems(rows.map(({ deviceId, name, version }) => [deviceId, productItem(name, version, 'is installed')]))
  }
}

/** A product keeps its name as an item when its version changes. */
const productItem = (name: string, version: string | undefined, words: string): NamedItem => ({
  item: name,
  detail: [name, version, words].filter(Boolean).join(' '),
})

async function factReader({ db, siteId, now }: Scope, { item: name, where }: ItemCondition): Promise<ReadItems> {
  const item = findItem(name)
  if (!item) throw new Error(`‘${name}’ is not a kind of item`)
  const asked = new Set(conditionsIn(where).map(({ field }) => findField(field, item)?.name ?? field))
  const numbers = await fieldNumbers(
    db,
    siteId,
    item.fields.map((field) => itemFact(item.name, field.name)),
  )
  const fields = new Map(item.fields.map((field) => [numbers.get(itemFact(item.name, field.name)), field.name]))
  const { devices } = db.tables(deviceTables)
  return async (deviceIds) => {
    const idOf = await numberedDevices(db, deviceIds)
    const rows = await itemsMeeting(db, numbers, item, where, [...idOf.keys()])
    const found = Map.groupBy(rows, (row) => `${row.device} ${row.item}`)
    const shown = await db.rowsAmong(devices, deviceIds, { key: 'id', columns: ['id', 'ipAddress'] })
    const addresses = new Map(shown.map(({ id, ipAddress }) => [id, ipAddress]))
    return groupItems(
      [...found.values()].flatMap(([first, ...others]) => {
        const deviceId = idOf.get(first?.device ?? -1)
        if (!first || deviceId === undefined) return []
        const values = new Map(
          [first, ...others].map(({ field, key, text, number }) => [
            fields.get(field) ?? '',
            text ?? key ?? number ?? '',
          ]),
        )
        return [[deviceId, nameItem(item, values, asked, { address: addresses.get(deviceId) ?? null, now })] as const]
      }),
    )
  }
}

/** Groups items by device. Items of one name are one, with the words of each. */
function groupItems(found: readonly (readonly [deviceId: string, item: NamedItem])[]): Map<string, NamedItem[]> {
  const byDevice = Map.groupBy(found, ([deviceId]) => deviceId)
  return new Map(
    [...byDevice].map(([deviceId, items]) => {
      const byName = Map.groupBy(
        items.map(([, item]) => item),
        ({ item }) => item,
      )
      const named = [...byName].map(([item, same]) => ({
        item,
        detail: [...new Set(same.map(({ detail }) => detail))].sort().join('; '),
      }))
      return [deviceId, named.sort((a, b) => (a.item < b.item ? -1 : 1))]
    }),
  )
}
