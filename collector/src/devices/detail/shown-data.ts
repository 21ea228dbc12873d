import type { Device, SectionOrigin } from '@rollcall/shared/api/device.ts'
import { type SectionReading, type State, type StateSection, shownReadings } from '../../matching/newest-states.ts'
import { readReports } from '../../snapshots/read/facts-of-snapshots.ts'
import { readSectionsOf } from '../../snapshots/read/snapshot-data.ts'
import type { Db } from '../../store/store.ts'

/** Reads the sections that a device with these states shows, and tells when each was read, and by which source. */
export async function readShownData(db: Db, states: readonly State[]): Promise<Pick<Device, 'data' | 'sections'>> {
  const { hardware, software, network, customFields } = shownReadings(states)
  const read = [hardware, software, network].flatMap((reading) => reading?.snapshotId ?? [])
  const [reports, data] = await Promise.all([
    readReports(db, [...new Set(read)]),
    states.length === 0 ? null : readSectionsOf(db, { hardware, software, network, customFields }),
  ])
  const originOf = (section: StateSection, reading: SectionReading | undefined): SectionOrigin =>
    reading
      ? {
          readAt: reading.auditDate,
          source: reading.source,
          snapshotId: reading.snapshotId,
          earlier: (reports.get(reading.snapshotId)?.earlier ?? [])
            .filter(({ path }) => /^\w+/.exec(path)?.[0] === section)
            .map(({ path, auditDate: readAt, snapshotId }) => ({ path, readAt, snapshotId })),
        }
      : null
  return {
    data,
    sections: {
      hardware: originOf('hardware', hardware),
      software: originOf('software', software),
      network: originOf('network', network),
      customFields: originOf('customFields', customFields),
    },
  }
}
