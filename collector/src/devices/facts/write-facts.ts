import { hash } from 'node:crypto'
import { deviceFactTables, type FactPart } from '../../store/schema/device-facts.ts'
import { among, columnsIn } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { type Fact, factKey, partOf } from './fact.ts'
import { numberedDevices } from './read-facts.ts'

type FactRow = ReturnType<typeof deviceFactTables>['facts']['$inferSelect']
type Fingerprints = Partial<Record<FactPart, string>>
export type FactsByPart = Partial<Record<FactPart, readonly Fact[]>>

/**
 * Version of the rules by which facts and search terms are derived from sections. Raise it when a section gives others:
 * housekeeping derives those of all devices again. Since 2, also the type, and search terms of devices that were
 * stored before there were any.
 */
export const factRules = 2

/** The oldest version with the facts of the current one: queries need not wait until they are derived again. */
export const completeFactRules = 1

/** Makes each device have exactly these facts of the given parts. Facts that stay are not written. */
export async function writeFacts(tx: Tx, siteId: string, wanted: ReadonlyMap<string, FactsByPart>): Promise<void> {
  const { factDevices } = tx.tables(deviceFactTables)
  const ids = [...wanted.keys()]
  const columns = columnsIn(factDevices)
  const stored = await tx.rowsAmong(factDevices, ids, { key: 'deviceId', columns })
  const had = new Map(stored.map((row) => [row.deviceId, row.parts]))
  const changes = new Map([...wanted].map(([id, all]) => [id, changeOf(had.get(id), all)]))
  const missing = ids.filter((id) => !had.has(id))
  await tx.insertRows(
    factDevices,
    missing.map((deviceId) => ({ deviceId, rules: factRules, parts: changes.get(deviceId)?.parts ?? {} })),
  )
  const added = await tx.rowsAmong(factDevices, missing, { key: 'deviceId', columns: ['device', 'deviceId'] })
  const changed = [...stored, ...added].flatMap(({ device, deviceId }) => {
    const change = changes.get(deviceId)
    return change && change.differing.size > 0 ? [{ device, deviceId, ...change }] : []
  })
  if (changed.length === 0) return
  await writeRows(tx, siteId, changed)
  const updated = changed.filter(({ deviceId }) => had.has(deviceId))
  await tx.updateRows(factDevices, updated, { key: 'device', set: ['parts'] })
}

/** The parts that differ from the stored fingerprints, and the new fingerprints. */
function changeOf(stored: Fingerprints = {}, wanted: FactsByPart) {
  const differing = new Map<FactPart, readonly Fact[]>()
  const parts: Fingerprints = { ...stored }
  for (const [part, facts] of Object.entries(wanted) as [FactPart, readonly Fact[]][]) {
    // A part without facts is as one that was never read.
    const print = facts.length === 0 ? undefined : hash('sha256', JSON.stringify(facts), 'base64url').slice(0, 16)
    if (stored[part] === print) continue
    differing.set(part, facts)
    if (print === undefined) delete parts[part]
    else parts[part] = print
  }
  return { differing, parts }
}

type Changed = { device: number; differing: ReadonlyMap<FactPart, readonly Fact[]> }

async function writeRows(tx: Tx, siteId: string, changed: readonly Changed[]): Promise<void> {
  const { facts } = tx.tables(deviceFactTables)
  const devices = changed.map(({ device }) => device)
  const stored = await tx.rowsAmong(facts, devices, { key: 'device', columns: columnsIn(facts) })
  const { numbers, names } = await fieldsOf(tx, siteId, changed, stored)
  const byDevice = Map.groupBy(stored, ({ device }) => device)
  const inserted: FactRow[] = []
  const updated: FactRow[] = []
  const removed: FactRow[] = []
  for (const { device, differing } of changed) {
    const left = new Map<string, FactRow>()
    for (const row of byDevice.get(device) ?? []) {
      if (differing.has(partOf(names.get(row.field) ?? ''))) left.set(`${row.field} ${row.item}`, row)
    }
    for (const { field, item, value } of [...differing.values()].flat()) {
      const number = numbers.get(field)
      if (number === undefined) throw new Error(`the field ${field} has no number`)
      const row = { device, field: number, item, ...columnsFor(value) }
      const key = `${number} ${item}`
      const before = left.get(key)
      left.delete(key)
      if (!before) inserted.push(row)
      else if (!isSame(before, row)) updated.push(row)
    }
    removed.push(...left.values())
  }
  await tx.deleteRows(facts, removed.sort(inOrder), ['device', 'field', 'item'])
  await tx.insertRows(facts, inserted.sort(inOrder))
  await tx.updateRows(facts, updated.sort(inOrder), {
    key: ['device', 'field', 'item'],
    set: ['key', 'text', 'number'],
  })
}

function columnsFor(value: string | number): Pick<FactRow, 'key' | 'text' | 'number'> {
  if (typeof value === 'number') return { key: null, text: null, number: value }
  const key = factKey(value)
  return { key, text: key === value ? null : value, number: null }
}

const isSame = (a: FactRow, b: FactRow) => a.key === b.key && a.text === b.text && a.number === b.number
const inOrder = (a: FactRow, b: FactRow) => a.device - b.device || a.field - b.field || a.item - b.item

/** Numbers of the fields to be written, and names of those that are stored. */
async function fieldsOf(tx: Tx, siteId: string, changed: readonly Changed[], stored: readonly FactRow[]) {
  const { factFields } = tx.tables(deviceFactTables)
  const used = new Set(changed.flatMap(({ differing }) => [...differing.values()].flat().map(({ field }) => field)))
  const columns = ['number', 'name'] as const
  const lookup = { key: 'name', and: { siteId }, columns } as const
  const present = await tx.rowsAmong(factFields, [...used], lookup)
  const numbered = new Set(present.map(({ name }) => name))
  const missing = [...used].filter((name) => !numbered.has(name))
  await tx.insertRows(
    factFields,
    missing.map((name) => ({ siteId, name })),
  )
  const added = await tx.rowsAmong(factFields, missing, lookup)
  const others = await tx.rowsAmong(factFields, [...new Set(stored.map(({ field }) => field))], {
    key: 'number',
    columns,
  })
  return {
    numbers: new Map([...present, ...added].map(({ name, number }) => [name, number])),
    names: new Map(others.map(({ name, number }) => [number, name])),
  }
}

/** Removes the facts of archived devices. They keep their numbers, since they may return. */
export async function removeFacts(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { factDevices } = tx.tables(deviceFactTables)
  const devices = await deleteFactRows(tx, deviceIds)
  await tx.updateRows(
    factDevices,
    devices.map((device) => ({ device, parts: {} })),
    { key: 'device', set: ['parts'] },
  )
}

/** Deletes the facts and numbers of deleted devices. */
export async function deleteFacts(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  const { factDevices } = tx.tables(deviceFactTables)
  await deleteFactRows(tx, deviceIds)
  await tx.delete(factDevices).where(among(factDevices.deviceId, deviceIds))
}

/** Returns the numbers of the devices. */
async function deleteFactRows(tx: Tx, deviceIds: readonly string[]): Promise<number[]> {
  const { facts } = tx.tables(deviceFactTables)
  const devices = [...(await numberedDevices(tx, deviceIds)).keys()]
  await tx.delete(facts).where(among(facts.device, devices))
  return devices
}
