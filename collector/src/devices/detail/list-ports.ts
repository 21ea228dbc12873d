import type { List, Page } from '@rollcall/shared/api/common.ts'
import {
  type NeighborItem,
  type NeighborQuery,
  neighborsPerPortMax,
  type Port,
} from '@rollcall/shared/api/device-history.ts'
import type { Neighbor } from '@rollcall/shared/inventory/neighbor.ts'
import type { Network } from '@rollcall/shared/inventory/network.ts'
import { shownReadingsOf } from '../../device-records/device-states.ts'
import type { DeviceRow } from '../../device-records/load-devices.ts'
import { requireDevice } from '../../device-records/require-device.ts'
import type { Context } from '../../lib/context.ts'
import { readSections } from '../../snapshots/sections/sections.ts'
import type { Db } from '../../store/store.ts'
import { withDevices } from '../neighbors/neighbor-devices.ts'

/** Ports and connected devices of a network device, in its own order; none for a device of another type. */
export async function listPorts(ctx: Context, deviceId: string, page: Page): Promise<List<Port>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { interfaces = [], neighbors = [] } = await networkOf(db, device)
    const shown = interfaces.slice(page.offset, page.offset + page.limit)
    const byPort = Map.groupBy(neighbors, ({ port }) => port)
    const neighborsOfPorts = shown.map(({ name }) => byPort.get(name) ?? [])
    const withDevice = await withDevices(
      db,
      device,
      neighborsOfPorts.flatMap((list) => list.slice(0, neighborsPerPortMax)),
    )
    const neighborsByPort = Map.groupBy(withDevice, ({ port }) => port)
    const items = shown.map((found, at) => ({
      ...found,
      neighbors: neighborsByPort.get(found.name) ?? [],
      neighborsTotal: neighborsOfPorts[at]?.length ?? 0,
    }))
    return { items, total: interfaces.length }
  })
}

/** Neighbors that a network device reports, in its own order; none for a device of another type. */
export async function listNeighbors(
  ctx: Context,
  deviceId: string,
  { port, protocol, ...page }: NeighborQuery,
): Promise<List<NeighborItem>> {
  return ctx.store.read(async (db) => {
    const device = await requireDevice(db, ctx.siteId, deviceId)
    const { neighbors = [] } = await networkOf(db, device)
    const wanted = (neighbor: Neighbor) =>
      (port === undefined || neighbor.port === port) && (protocol === undefined || neighbor.protocol === protocol)
    const found = neighbors.filter(wanted)
    const items = await withDevices(db, device, found.slice(page.offset, page.offset + page.limit))
    return { items, total: found.length }
  })
}

/** The network section that describes the device now. */
async function networkOf(db: Db, device: DeviceRow): Promise<Partial<Network>> {
  if (device.type !== 'network-device') return {}
  const hash = (await shownReadingsOf(db, [device.id], 'network')).get(device.id)?.hash
  return hash ? ((await readSections(db, [hash])).get(hash) as Network) : {}
}
