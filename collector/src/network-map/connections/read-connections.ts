import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { Connection } from '@rollcall/shared/api/search.ts'
import { normaliseMac } from '@rollcall/shared/inventory/normalise.ts'
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'
import { deviceTables } from '../../store/schema/devices.ts'
import { connectionTables } from '../../store/schema/network-map.ts'
import { among, amongFound } from '../../store/sql.ts'
import type { Db } from '../../store/store.ts'
import { digitsOf } from './connections-of-map.ts'

/** Maximum number of MACs by which a device is found at ports. A switch, with one per port, is found by its record. */
const macsMax = 100
/** Maximum number of connections to read for a few devices. */
const rowsMax = 1_000

/** Lists the ports at which a device is connected, ports of known names first. */
export async function listConnections(ctx: Context, deviceId: string, page: Page): Promise<List<Connection>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const found = (await connectionsOfDevices(db, ctx.siteId, [device.id])).get(device.id) ?? []
    return { items: found.slice(page.offset, page.offset + page.limit), total: found.length }
  })
}

/** Ports at which devices are connected, by device: by its MACs of today, or as the map identified it. */
export async function connectionsOfDevices(
  db: Db,
  siteId: string,
  deviceIds: readonly string[],
): Promise<Map<string, Connection[]>> {
  const holders = await holdersOfMacs(db, deviceIds)
  const { connections } = db.tables(connectionTables)
  const rows = await readConnections(
    db,
    siteId,
    or(among(connections.deviceId, deviceIds), among(connections.mac, [...holders.keys()])),
    rowsMax,
  )
  const found = new Map<string, Map<string, Connection>>()
  for (const { deviceId, mac, connection } of rows) {
    for (const holder of new Set([deviceId, ...(holders.get(mac) ?? [])])) {
      if (holder === null || !deviceIds.includes(holder) || connection.switch?.id === holder) continue
      const ofDevice = found.get(holder) ?? new Map<string, Connection>()
      const key = JSON.stringify([connection.switch?.id, connection.switchName, connection.port])
      if (!ofDevice.has(key)) found.set(holder, ofDevice.set(key, connection))
    }
  }
  return new Map([...found].map(([id, ofDevice]) => [id, [...ofDevice.values()]]))
}

/** Ids of the devices by the digits of their MACs. */
async function holdersOfMacs(db: Db, deviceIds: readonly string[]): Promise<Map<string, string[]>> {
  const { deviceIdentifiers: ids } = db.tables(deviceTables)
  const rows = await db
    .select({ deviceId: ids.deviceId, value: ids.value })
    .from(ids)
    .where(and(inArray(ids.deviceId, [...deviceIds]), eq(ids.kind, 'mac')))
    .limit(macsMax * deviceIds.length)
  const holders = new Map<string, string[]>()
  for (const { deviceId, value } of rows) {
    const mac = digitsOf(value)
    holders.set(mac, [...(holders.get(mac) ?? []), deviceId])
  }
  return holders
}

/** A MAC at a port, without the devices that have it. */
type MacHit = { macAddress: string; connection: Connection }

/** Finds MACs at ports of switches by a part of them. */
export async function findMacs(db: Db, siteId: string, digits: string, max: number): Promise<MacHit[]> {
  const { connections, connectionSearch } = db.tables(connectionTables)
  const where =
    digits.length === 12 ? eq(connections.mac, digits) : amongFound(connections.id, connectionSearch.keysOf(digits))
  const rows = await readConnections(db, siteId, where, max)
  return rows.flatMap(({ connection }) =>
    connection.macAddress === null ? [] : [{ macAddress: connection.macAddress, connection }],
  )
}

async function readConnections(db: Db, siteId: string, where: SQL | undefined, max: number) {
  const { connections } = db.tables(connectionTables)
  const { devices } = db.tables(deviceTables)
  const rows = await db
    .select({
      deviceId: connections.deviceId,
      mac: connections.mac,
      port: connections.port,
      vlan: connections.vlan,
      announcedName: connections.switchName,
      switchId: devices.id,
      switchDevice: devices.name,
      auditDate: devices.auditDate,
    })
    .from(connections)
    .leftJoin(devices, eq(devices.id, connections.switchId))
    .where(and(eq(connections.siteId, siteId), where))
    .orderBy(sql`${isNull(connections.port)}`, asc(connections.mac), asc(connections.id))
    .limit(max)
  return rows.map(({ deviceId, mac, port, vlan, announcedName, switchId, switchDevice, auditDate }) => ({
    deviceId,
    mac,
    connection: {
      switch: switchId === null || switchDevice === null ? null : { id: switchId, name: switchDevice },
      switchName: switchDevice ?? announcedName,
      port,
      vlan,
      macAddress: normaliseMac(mac) ?? null,
      auditDate,
    } satisfies Connection,
  }))
}
