import type { MapPositions } from '@rollcall/shared/api/map-positions.ts'
import type { Kit } from '../kit.ts'
import { siteTables } from './sites.ts'

/** Ports at which devices are connected, from the last map of each site. */
export const connectionTables = (kit: Kit) => {
  const connections = kit.table(
    'connections',
    {
      /** Site, switch, port and connected device, so that an unchanged connection is not written again. */
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      /** Device of the switch; null for a switch that is none. */
      switchId: kit.text('switch_id'),
      /** Name that others announce for a switch that is no device; null for one inferred between others. */
      switchName: kit.text('switch_name'),
      /** null if the device is somewhere behind the switch. */
      port: kit.text('port'),
      vlan: kit.integer('vlan'),
      /** Digits of the connected MAC, without separators; empty if only the device is known. */
      mac: kit.text('mac').notNull(),
      /** The connected device, if the map identified one. */
      deviceId: kit.text('device_id'),
    },
    (t) => [kit.index('connections_mac').on(t.siteId, t.mac), kit.index('connections_device').on(t.deviceId)],
  )
  return {
    connections,
    connectionSearch: kit.textIndex('connections_search', { key: connections.id, text: connections.mac, orders: {} }),
  }
}

export const mapPositionTables = (kit: Kit) => ({
  /** Positions that people gave to nodes of a site's map. Without a row all nodes stand where the layout puts them. */
  mapPositions: kit.table('map_positions', {
    siteId: kit
      .text('site_id')
      .primaryKey()
      .references(() => siteTables(kit).sites.id, { onDelete: 'cascade' }),
    positions: kit.json<MapPositions['positions']>('positions').notNull(),
    modifiedAt: kit.time('modified_at').notNull(),
  }),
})
