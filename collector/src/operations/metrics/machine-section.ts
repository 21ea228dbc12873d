import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { productVersion } from '@rollcall/shared/version.ts'
import type { Space } from '../../store/disk-space.ts'
import { lastBackupAt } from '../backup/last-backup.ts'
import type { Readiness } from '../readiness.ts'
import type { Section } from './sections.ts'

export type MachineSources = {
  dataDir: string
  chainFile: string
  space(): Promise<Space>
  readiness(): Promise<Readiness>
}

type MachineFacts = { space: Space; readiness: Readiness; certificateEnd: Date; lastBackup: Date | undefined }

const freshMs = 15_000

/** Creates the gauges of the disk, the certificate, the backup and the parts that `/readyz` checks. */
export const machineSection = ({ dataDir, chainFile, space, readiness }: MachineSources): Section<MachineFacts> => ({
  name: 'machine',
  freshMs,
  read: async () => ({
    space: await space(),
    readiness: await readiness(),
    // The first certificate of the chain is the server's.
    certificateEnd: new Date(new X509Certificate(await readFile(chainFile)).validTo),
    lastBackup: await lastBackupAt(dataDir),
  }),
  gauges: {
    rollcall_build_info: {
      help: 'Version of the collector; always 1.',
      labels: ['version'],
      values: () => [[{ version: productVersion }, 1]],
    },
    rollcall_ready: {
      help: '1 for each part that works, as /readyz reports it.',
      labels: ['part'],
      values: ({ readiness }) => Object.entries(readiness).map(([part, state]) => [{ part }, Number(state === 'ok')]),
    },
    rollcall_disk_size_bytes: {
      help: 'Size of the disk with the data directory.',
      values: ({ space }) => space.bytes,
    },
    rollcall_disk_free_bytes: {
      help: 'Free space on the disk with the data directory.',
      values: ({ space }) => space.bytesFree,
    },
    rollcall_certificate_expiry_timestamp_seconds: {
      help: 'End of the HTTPS certificate, in seconds since 1970.',
      values: ({ certificateEnd }) => certificateEnd.getTime() / 1000,
    },
    rollcall_backup_last_success_timestamp_seconds: {
      help: 'Time of the last complete "rollcall backup", in seconds since 1970. Absent if there was none.',
      values: ({ lastBackup }) => lastBackup && lastBackup.getTime() / 1000,
    },
  },
})
