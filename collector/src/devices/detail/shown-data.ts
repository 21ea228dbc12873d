import type { Device } from '@rollcall/shared/api/device.ts'
import { type SectionReading, type State, shownReadings } from '../../matching/newest-states.ts'
import { readSectionsOf } from '../../snapshots/read/snapshot-data.ts'
import type { Db } from '../../store/store.ts'

/** Reads the sections that a device with these states shows, and tells when each was read, and by which source. */
export async function readShownData(db: Db, states: readonly State[]): Promise<Pick<Device, 'data' | 'sections'>> {
  const { hardware, software, network, customFields } = shownReadings(states)
  return {
    data: states.length === 0 ? null : await readSectionsOf(db, { hardware, software, network, customFields }),
    sections: {
      hardware: originOf(hardware),
      software: originOf(software),
      network: originOf(network),
      customFields: originOf(customFields),
    },
  }
}

const originOf = (reading: SectionReading | undefined): Device['sections']['software'] =>
  reading ? { readAt: reading.auditDate, source: reading.source, snapshotId: reading.snapshotId } : null
