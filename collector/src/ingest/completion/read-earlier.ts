import type { SnapshotSource } from '@rollcall/shared/inventory/device-type.ts'
import { readingOf } from '../../matching/newest-states.ts'
import { statesAt } from '../../snapshots/read/as-of.ts'
import { readReports } from '../../snapshots/read/facts-of-snapshots.ts'
import { readSectionsOf } from '../../snapshots/read/snapshot-data.ts'
import type { Db } from '../../store/store.ts'
import type { Earlier, EarlierSection } from './complete-reading.ts'

/** Reads the sections that audits of one source had read of a device by a time; undefined if there was no audit. */
export async function readEarlier(
  db: Db,
  deviceId: string,
  source: SnapshotSource,
  at: string,
): Promise<Earlier | undefined> {
  const state = (await statesAt(db, deviceId, at, { source })).find(({ depth }) => depth === 'audit')
  if (!state) return undefined
  const [hardware, software, network] = [
    readingOf(state, 'hardware'),
    readingOf(state, 'software'),
    readingOf(state, 'network'),
  ]
  const readings = [hardware, software, network].filter((reading) => reading !== undefined)
  const reports = await readReports(db, [...new Set(readings.map(({ snapshotId }) => snapshotId))])
  const sectionOf = (reading: (typeof readings)[number] | undefined): EarlierSection | undefined => {
    if (!reading) return undefined
    const { snapshotId, auditDate } = reading
    const { incomplete = [], earlier = [] } = reports.get(snapshotId) ?? {}
    return { snapshotId, auditDate, unread: incomplete, earlier }
  }
  return {
    data: await readSectionsOf(db, { hardware, software, network }),
    sections: { hardware: sectionOf(hardware), software: sectionOf(software), network: sectionOf(network) },
  }
}
