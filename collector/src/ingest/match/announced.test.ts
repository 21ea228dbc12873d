import { getTableName, type Table } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { deviceTables } from '../../store/schema/devices.ts'
import type { Store, Tx } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { createIngest } from '../accept/ingest.ts'
import { type Seen, snmp } from '../testing/observations.ts'
import { testSystem } from '../testing/system.ts'

/**
 * Wraps the store to record the writes to one table: the number of rows of each insert, and `deleted` for each
 * deletion.
 */
function noting(store: Store, name: string) {
  const written: (number | 'deleted')[] = []
  const upsertRows: (tx: Tx) => Tx['upsertRows'] = (tx) => (table, rows, upsert) => {
    if (getTableName(table) === name && rows.length > 0) written.push(rows.length)
    return tx.upsertRows(table, rows, upsert)
  }
  const deleteFrom = (tx: Tx) => (table: Table) => {
    if (getTableName(table) === name) written.push('deleted')
    return tx.delete(table as Parameters<Tx['delete']>[0])
  }
  const write: Store['write'] = (fn) =>
    store.write((tx) =>
      fn(
        new Proxy(tx, {
          get(target, key) {
            if (key === 'upsertRows') return upsertRows(target)
            return key === 'delete' ? deleteFrom(target) : Reflect.get(target, key)
          },
        }),
      ),
    )
  return { written, store: { ...store, write } }
}

/** Builds a switch whose two ports are up or down, with these neighbors. */
const switchWith = (operStatus: 'up' | 'down', ...neighbors: (readonly [address: string, name: string])[]): Seen => ({
  serialNumber: 'SW1',
  manufacturer: 'Cisco',
  type: 'network-device',
  network: {
    interfaces: [{ name: 'Gi1', operStatus }],
    neighbors: [
      { port: 'Gi1', protocol: 'forwarding', macAddress: operStatus === 'up' ? '00:1b:21:00:00:01' : undefined },
      ...neighbors.map(([ipAddress, name]) => ({ port: 'Gi1', protocol: 'lldp' as const, ipAddress, name })),
    ],
  },
})

describeOnBothEngines('announced neighbors', ({ open }) => {
  it('are written only where they differ from the last snapshot', async () => {
    const { written, store } = noting(await open(), 'device_neighbors')
    const ingest = createIngest(testSystem(store).system)
    const core = ['192.0.2.1', 'core'] as const
    const edge = ['192.0.2.2', 'edge'] as const
    let minutes = 0
    const submitNeighbors = async (...given: Parameters<typeof switchWith>) => {
      minutes += 60
      written.length = 0
      const observation = snmp(minutes, '192.0.2.9', switchWith(...given))
      await ingest.submit({ siteId: 'site', observation, actor: 'scan' })
      const rows = await store.read((db) => db.select().from(db.tables(deviceTables).deviceNeighbors))
      return { written: [...written], names: rows.map(({ name }) => name).sort() }
    }
    expect(await submitNeighbors('up', core, edge)).toEqual({ written: [2], names: ['core', 'edge'] })
    expect(await submitNeighbors('down', core, edge)).toEqual({ written: [], names: ['core', 'edge'] })
    expect(await submitNeighbors('up', core, ['192.0.2.2', 'edge-2'])).toEqual({
      written: [1],
      names: ['core', 'edge-2'],
    })
    expect(await submitNeighbors('up', core)).toEqual({ written: ['deleted'], names: ['core'] })
    expect(await submitNeighbors('down')).toEqual({ written: ['deleted'], names: [] })
    expect(await submitNeighbors('up', edge, core)).toEqual({ written: [2], names: ['core', 'edge'] })
  })
})
