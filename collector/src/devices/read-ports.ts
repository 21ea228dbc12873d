import type { List, Page } from '@rollcall/shared/api/common.ts'
import type { NeighborItem, Port } from '@rollcall/shared/api/device-history.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import { and, eq, inArray, ne } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { ownerOf } from '../reconciliation/standing.ts'
import { readSections } from '../snapshots/sections.ts'
import { deviceTables } from '../store/schema/devices.ts'
import { valueChunks } from '../store/sql.ts'
import type { Db } from '../store/store.ts'
import { type DeviceRow, loadDevices } from './load.ts'
import { requireDevice } from './require-device.ts'

/** The ports of a network device in its own order, each with who hangs at it; none of a device of another type. */
export async function listPorts(ctx: Context, deviceId: string, page: Page): Promise<List<Port>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { interfaces = [], neighbors = [] } = await networkOf(db, device)
    const shown = interfaces.slice(page.offset, page.offset + page.limit)
    const names = new Set(shown.map(({ name }) => name))
    const known = await withDevices(
      db,
      device,
      neighbors.filter(({ port }) => names.has(port)),
    )
    const byPort = Map.groupBy(known, ({ port }) => port)
    const items = shown.map((found) => ({ ...found, neighbors: byPort.get(found.name) ?? [] }))
    return { items, total: interfaces.length }
  })
}

/** Who hangs at a network device's ports, as it says itself, in its own order; nobody of a device of another type. */
export async function listNeighbors(ctx: Context, deviceId: string, page: Page): Promise<List<NeighborItem>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { neighbors = [] } = await networkOf(db, device)
    const items = await withDevices(db, device, neighbors.slice(page.offset, page.offset + page.limit))
    return { items, total: neighbors.length }
  })
}

/** The network section that says what the device is now. */
async function networkOf(db: Db, device: DeviceRow): Promise<Partial<Network>> {
  if (device.type !== 'network-device') return {}
  const [known] = await loadDevices(db, [device.id])
  const hash = ownerOf(known?.states ?? [], 'networkHash')?.networkHash
  return hash ? ((await readSections(db, [hash])).get(hash) as Network) : {}
}

/** Each with the device it is, where exactly one other of the site is known by its MAC, or else by its address. */
async function withDevices(db: Db, device: DeviceRow, neighbors: readonly Neighbor[]): Promise<NeighborItem[]> {
  const holders = new Map([
    ...(await holdersOf(
      db,
      device,
      'mac',
      neighbors.flatMap(({ macAddress }) => macAddress ?? []),
    )),
    ...(await holdersOf(
      db,
      device,
      'ip',
      neighbors.flatMap(({ ipAddress }) => ipAddress ?? []),
    )),
  ])
  return neighbors.map((neighbor) => ({
    ...neighbor,
    device: holders.get(neighbor.macAddress ?? '') ?? holders.get(neighbor.ipAddress ?? '') ?? null,
  }))
}

async function holdersOf(db: Db, { id, siteId }: DeviceRow, kind: 'mac' | 'ip', values: readonly string[]) {
  const { devices, deviceIdentifiers: ids } = db.tables(deviceTables)
  const found: { value: string; id: string; name: string }[] = []
  for (const chunk of valueChunks([...new Set(values)])) {
    const rows = await db
      .select({ value: ids.value, id: devices.id, name: devices.name })
      .from(ids)
      .innerJoin(devices, eq(devices.id, ids.deviceId))
      .where(and(eq(ids.siteId, siteId), eq(ids.kind, kind), inArray(ids.value, chunk), ne(ids.deviceId, id)))
    found.push(...rows)
  }
  const single = [...Map.groupBy(found, ({ value }) => value)].filter(([, devices]) => devices.length === 1)
  return single.flatMap(([value, devices]) => devices.map(({ id, name }) => [value, { id, name }] as const))
}
