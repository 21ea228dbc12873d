import { isIPv4 } from 'node:net'
import { newId } from '@rollcall/shared/ids.ts'
import { ipKeyOf, searchTextOf } from '../../../collector/src/devices/list/search-text.ts'
import type { SystemContext } from '../../../collector/src/lib/context.ts'
import { insertInstallations } from '../../../collector/src/software/installations/stored-installations.ts'
import { changeTables } from '../../../collector/src/store/schema/change-log.ts'
import { deviceFactTables } from '../../../collector/src/store/schema/device-facts.ts'
import { deviceHistoryTables } from '../../../collector/src/store/schema/device-history.ts'
import { deviceTables } from '../../../collector/src/store/schema/devices.ts'
import { softwareTables } from '../../../collector/src/store/schema/software.ts'
import type { Tx } from '../../../collector/src/store/store.ts'
import { addressOf, macOf, numberOf } from './devices.ts'

type Rows = Awaited<ReturnType<typeof readTemplate>>

/**
 * Copies all devices of a database this many times with the store's own writers, each copy with a number, a name,
 * addresses and a serial number of its own: a hundredth of what their ingest costs. Copies share the snapshots.
 */
export async function copyDevices({ store }: SystemContext, copies: number): Promise<void> {
  const template = await store.read(readTemplate)
  const devices = template.devices.length
  for (let copy = 1; copy <= copies; copy++) {
    await store.write((tx) => writeCopy(tx, template, renamed(template, copy, copy * devices)))
    process.stderr.write(`\r${(copy + 1) * devices} devices `)
  }
  await store.write(async (tx) => {
    const { softwareCounts } = tx.tables(softwareTables)
    const counts = template.counts.map((row) => ({ ...row, installations: row.installations * (copies + 1) }))
    await tx.updateRows(softwareCounts, counts, { key: 'product', set: ['installations'] })
  })
}

async function readTemplate(db: Pick<Tx, 'select' | 'tables'>) {
  const ofDevices = db.tables(deviceTables)
  const { factDevices, facts } = db.tables(deviceFactTables)
  const { deviceVersions, deviceTagSpans } = db.tables(deviceHistoryTables)
  const { installedLists, installations, recentInstallations, softwareCounts } = db.tables(softwareTables)
  const { product, device, installDate, firstSeen } = recentInstallations
  const recent = await db.select({ product, device, installDate, firstSeen }).from(recentInstallations)
  return {
    devices: await db.select().from(ofDevices.devices),
    identifiers: await db.select().from(ofDevices.deviceIdentifiers),
    states: await db.select().from(ofDevices.deviceStates),
    terms: await db.select().from(ofDevices.deviceTerms),
    tags: await db.select().from(ofDevices.deviceTags),
    numbers: await db.select().from(factDevices),
    facts: await db.select().from(facts),
    versions: await db.select().from(deviceVersions),
    spans: await db.select().from(deviceTagSpans),
    lists: await db.select().from(installedLists),
    installed: [...(await db.select().from(installations)), ...recent],
    counts: await db.select().from(softwareCounts),
    changes: await db.select().from(db.tables(changeTables).changes),
  }
}

type Renamed = { id: string; replace(text: string): string; replace(text: string | null): string | null }

/** Gives each device of the template its values in a copy. */
function renamed({ devices }: Rows, copy: number, added: number): (id: string) => Renamed {
  const found = new Map<string, Renamed>()
  for (const { id, name, macAddress, serialNumber } of devices) {
    const from = numberOf(name)
    const to = from + added
    const serial = serialNumber ?? ''
    const suffix = copy.toString(16).padStart(4, '0').toUpperCase()
    const pairs = [
      [String(from).padStart(7, '0'), String(to).padStart(7, '0')],
      [macAddress ?? '', macOf((macAddress ?? '').slice(0, 8), to)],
      [addressOf(from), addressOf(to)],
      [ipKeyOf(addressOf(from)) ?? '', ipKeyOf(addressOf(to)) ?? ''],
      [serial, serial.slice(0, -4) + suffix],
      [serial.toLowerCase(), (serial.slice(0, -4) + suffix).toLowerCase()],
    ] as const
    const values = new Map(pairs.filter(([before]) => before !== ''))
    const pattern = new RegExp([...values.keys()].map((key) => key.replaceAll('.', '\\.')).join('|'), 'g')
    const replace = ((text: string | null) => {
      if (text === null) return null
      return isIPv4(text) ? (values.get(text) ?? text) : text.replace(pattern, (key) => values.get(key) ?? key)
    }) as Renamed['replace']
    // Two copies of one device never get the same id, and others differ in the rest of theirs.
    const digits = (Number.parseInt(id.slice(24, 28), 16) ^ copy).toString(16).padStart(4, '0')
    found.set(id, { id: `${id.slice(0, 24)}${digits}${id.slice(28)}`, replace })
  }
  return (id) => {
    const device = found.get(id)
    if (!device) throw new Error(`the device ${id} is not in the template`)
    return device
  }
}

async function writeCopy(tx: Tx, template: Rows, of: (id: string) => Renamed): Promise<void> {
  const ofDevices = tx.tables(deviceTables)
  const { deviceVersions, deviceTagSpans } = tx.tables(deviceHistoryTables)
  const ofCopy = <R extends { deviceId: string }>(row: R): R => ({ ...row, deviceId: of(row.deviceId).id })
  await tx.insertRows(
    ofDevices.devices,
    template.devices.map((row) => ({ ...listed(row, of(row.id)), id: of(row.id).id })),
  )
  await tx.insertRows(
    ofDevices.deviceIdentifiers,
    template.identifiers.map((row) => ({ ...ofCopy(row), value: of(row.deviceId).replace(row.value) })),
  )
  await tx.insertRows(ofDevices.deviceStates, template.states.map(ofCopy))
  await tx.insertRows(
    ofDevices.deviceTerms,
    template.terms.map((row) => ({
      ...ofCopy(row),
      id: JSON.stringify([of(row.deviceId).id, row.kind, row.value]),
    })),
  )
  await tx.insertRows(ofDevices.deviceTags, template.tags.map(ofCopy))
  await tx.insertRows(
    deviceVersions,
    template.versions.map((row) => ({ ...listed(row, of(row.deviceId)), deviceId: of(row.deviceId).id })),
  )
  await tx.insertRows(deviceTagSpans, template.spans.map(ofCopy))
  await tx.insertRows(
    tx.tables(changeTables).changes,
    template.changes.flatMap((row) =>
      row.deviceId === null ? [] : [{ ...row, id: newId(), deviceId: of(row.deviceId).id }],
    ),
  )
  await copyFacts(tx, template, of)
  await copyInstallations(tx, template, of)
}

type Listed = Parameters<typeof searchTextOf>[0] & { nameKey: string; ipKey: string | null; searchText: string }

function listed<R extends Listed>(row: R, { replace }: Renamed): R {
  const fields = {
    name: replace(row.name),
    dnsName: replace(row.dnsName),
    macAddress: replace(row.macAddress),
    ipAddress: replace(row.ipAddress),
    serialNumber: replace(row.serialNumber),
    assetTag: row.assetTag,
  }
  const ipKey = ipKeyOf(fields.ipAddress)
  return { ...row, ...fields, nameKey: fields.name.toLowerCase(), ipKey, searchText: searchTextOf(fields) }
}

async function copyFacts(tx: Tx, { numbers, facts }: Rows, of: (id: string) => Renamed): Promise<void> {
  const { factDevices, facts: table } = tx.tables(deviceFactTables)
  const rows = numbers.map(({ deviceId, rules, parts }) => ({ deviceId: of(deviceId).id, rules, parts }))
  await tx.insertRows(factDevices, rows)
  const ids = rows.map(({ deviceId }) => deviceId)
  const added = await tx.rowsAmong(factDevices, ids, { key: 'deviceId', columns: ['deviceId', 'device'] })
  const byId = new Map(added.map(({ deviceId, device }) => [deviceId, device]))
  const renamedBy = new Map(numbers.map(({ device, deviceId }) => [device, of(deviceId)]))
  const copied = facts.flatMap((row) => {
    const renamed = renamedBy.get(row.device)
    const device = byId.get(renamed?.id ?? '')
    return renamed && device !== undefined ? [{ ...row, device, key: renamed.replace(row.key) }] : []
  })
  await tx.insertRows(table, copied)
}

async function copyInstallations(tx: Tx, { lists, installed }: Rows, of: (id: string) => Renamed): Promise<void> {
  const { installedLists } = tx.tables(softwareTables)
  const rows = lists.map(({ deviceId, products }) => ({ deviceId: of(deviceId).id, products }))
  await tx.insertRows(installedLists, rows)
  const ids = rows.map(({ deviceId }) => deviceId)
  const added = await tx.rowsAmong(installedLists, ids, { key: 'deviceId', columns: ['deviceId', 'device'] })
  const byId = new Map(added.map(({ deviceId, device }) => [deviceId, device]))
  const numbers = new Map(lists.map(({ device, deviceId }) => [device, byId.get(of(deviceId).id)]))
  const copied = installed.flatMap((row) => {
    const device = numbers.get(row.device)
    return device === undefined ? [] : [{ ...row, device }]
  })
  await insertInstallations(tx, copied)
}
