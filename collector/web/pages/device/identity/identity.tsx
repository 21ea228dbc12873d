import { kindNames } from '@rollcall/shared/inventory/match.ts'
import { useQuery } from '@tanstack/react-query'
import { identifiersOptions, matchesOptions } from '../../../api/devices.ts'
import { LoadedTable } from '../../../table/loaded-table.tsx'
import { usePaging } from '../../../table/use-paging.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Identifier } from '../../../ui/identifier.tsx'
import { Section } from '../../../ui/section.tsx'
import { Empty } from '../../../ui/states/empty.tsx'
import { Time } from '../../../ui/time.tsx'
import { useDevice } from '../use-device.ts'
import { DoNotMerge } from './do-not-merge.tsx'
import { Merges } from './merges.tsx'
import { OpenReviews } from './open-reviews.tsx'
import { Sightings } from './sightings.tsx'

const identifiersMax = 200

export function IdentityTab() {
  const { query, asOf } = useDevice()
  if (!query.data) return null
  // The id of a merged record shows the device that it was merged into.
  const { id } = query.data
  if (asOf !== undefined) return <PastIdentity deviceId={id} />
  return (
    <>
      <OpenReviews device={query.data} />
      <Identifiers deviceId={id} />
      <Sightings deviceId={id} />
      <Matches deviceId={id} />
      <Merges deviceId={id} />
      <DoNotMerge deviceId={id} />
    </>
  )
}

/** Identity has no past of its own: merges and splits rewrite it. */
const PastIdentity = ({ deviceId }: { deviceId: string }) => (
  <Empty
    title="Identity is not available for a past time"
    action={<DeviceLink id={deviceId} name="Identity now" tab="identity" />}
  >
    Identifiers, sightings and matches change when records are merged or split, so none are shown for a past time.
  </Empty>
)

function Identifiers({ deviceId }: { deviceId: string }) {
  const identifiers = useQuery(identifiersOptions(deviceId, { limit: identifiersMax }))
  return (
    <Section title="Identifiers">
      <LoadedTable
        name="Identifiers"
        label="The identifiers"
        query={identifiers}
        empty={<Dimmed>No identifiers yet. No snapshot has an identifying value.</Dimmed>}
        keyOf={({ kind, value, manufacturer }) => `${kind} ${manufacturer} ${value}`}
        columns={[
          { header: 'Kind', render: ({ kind }) => kindNames[kind] },
          { header: 'Value', render: ({ value }) => <Identifier inTable value={value} /> },
          { header: 'Manufacturer', render: ({ manufacturer }) => manufacturer },
          { header: 'Source', render: ({ origin }) => origin },
          { header: 'First seen', align: 'right', render: ({ firstSeen }) => <Time value={firstSeen} /> },
          { header: 'Last seen', align: 'right', render: ({ lastSeen }) => <Time value={lastSeen} /> },
        ]}
      />
    </Section>
  )
}

function Matches({ deviceId }: { deviceId: string }) {
  const { page, paging } = usePaging()
  const matches = useQuery(matchesOptions(deviceId, page))
  return (
    <Section title="Snapshot matches">
      <LoadedTable
        name="Matches"
        label="The matches"
        query={matches}
        empty={<Dimmed>No snapshots yet.</Dimmed>}
        keyOf={({ snapshotId }) => snapshotId}
        columns={[
          { header: 'Snapshot', render: ({ auditDate }) => <Time value={auditDate} exact /> },
          { header: 'Source', render: ({ source }) => source },
          { header: 'Match', render: ({ summary }) => summary },
        ]}
        paging={paging}
      />
    </Section>
  )
}
