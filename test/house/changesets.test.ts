import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..', '..', 'collector', 'src')
const projections = 'devices/projections/'

/** Functions that write tables of devices, by the file that exports them. */
const writers: Record<string, readonly string[]> = {
  'change-log/record-changes.ts': ['reassignChanges'],
  'software/compliance/judge-devices.ts': ['judgeDevices'],
  'devices/tags/attach-tags.ts': ['attachTags'],
  'devices/versions/record-versions.ts': ['recordVersions', 'endVersions', 'replaceVersions'],
  'devices/versions/rewrite-versions.ts': ['requestRewrites'],
  'devices/tags/tag-spans.ts': ['syncTagSpans'],
  'device-records/tombstones.ts': ['insertTombstones', 'inheritTombstones'],
  'device-records/do-not-merge.ts': ['insertDoNotMerge', 'deleteDoNotMerge'],
  'device-records/merge-changes.ts': ['writeMergeChanges'],
  'device-records/likely-duplicates.ts': ['reviewDuplicates'],
  'devices/neighbors/write-neighbors.ts': ['writeAnnounced'],
  'enrollment/agents/agents-of-devices.ts': ['detachAgents', 'reassignAgents'],
  'device-records/reviews.ts': ['closeReviews'],
  'device-records/sightings.ts': [
    'deleteSightings',
    'insertSightings',
    'replaceSightings',
    'touchSeenAgain',
    'touchSightings',
  ],
  'snapshots/offload/queue-for-offload.ts': ['queueForOffload'],
  'snapshots/write/reassign-snapshots.ts': ['reassignSnapshots', 'rematch'],
  'snapshots/write/insert-snapshots.ts': ['insertNumbered', 'insertSnapshots'],
  'software/installations/installations.ts': [
    'deleteDeviceInstallations',
    'removeInstallations',
    'replaceInstallations',
  ],
  'software/installations/archived-installations.ts': ['restoreInstallations'],
  'scanning/tasks/tasks-of-owner.ts': ['reassignTasks'],
}

/** Files that call a writer, or write a device table, without a changeset, and why. */
const others: Record<string, string> = {
  'devices/tags/attach-tags.ts': 'is what the projection of tags calls',
  'device-records/audit-schedule.ts': 'changes all devices of a schedule at once',
  'device-records/tombstones.ts': 'is what the projection of merges calls',
  'identity/junk/remove-junk-value.ts': 'takes a value off all devices of a site at once',
  'devices/tags/tags-of-devices.ts': 'changes all devices with a tag at once',
  'devices/neighbors/write-neighbors.ts': 'is what the projection of neighbors calls',
  'software/installations/archived-installations.ts': 'is what the projection of installations calls',
}

const tables = ['devices', 'deviceIdentifiers', 'deviceStates', 'deviceTags', 'deviceNeighbors', 'deviceArchives']
const verbs = 'insert|insertRows|upsertRows|update|updateRows|delete|deleteRows'
const writesTable = new RegExp(`\\btx\\s*\\.(?:${verbs})\\(\\s*(?:tx\\.tables\\(\\w+\\)\\.)?(?:${tables.join('|')})\\b`)

const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter(
    (file) => file.endsWith('.ts') && !/\/testing\/|^testing\/|\.test\.ts$/.test(file) && !file.startsWith('store/'),
  )

/** Writers that a file imports. */
function importedWriters(text: string): string[] {
  const names = [...text.matchAll(/^import \{([^}]*)\} from/gm)].flatMap(([, list = '']) =>
    list.split(',').map((name) => name.trim().replace(/ as .*/, '')),
  )
  const all = new Set(Object.values(writers).flat())
  return names.filter((name) => all.has(name))
}

test.each(files.filter((file) => !file.startsWith(projections) && !(file in others)))(
  '%s changes devices by changesets only',
  (file) => {
    const text = readFileSync(join(source, file), 'utf8')
    expect(importedWriters(text), 'build a DeviceChangeset and call applyChangesets').toEqual([])
    expect(writesTable.test(text), 'build a DeviceChangeset and call applyChangesets').toBe(false)
  },
)

test('every writer is where the list says', () => {
  for (const [file, names] of Object.entries(writers)) {
    const text = readFileSync(join(source, file), 'utf8')
    for (const name of names) expect(text, file).toMatch(new RegExp(`^export (?:async function|const) ${name}\\b`, 'm'))
  }
})

test('finds a file that writes without a changeset', () => {
  expect(importedWriters("import { judgeDevices } from '../compliance/judge.ts'")).toEqual(['judgeDevices'])
  expect(writesTable.test('await tx.update(devices).set({ name })')).toBe(true)
  expect(writesTable.test('await tx.insertRows(tx.tables(deviceTables).deviceStates, rows)')).toBe(true)
})
