import { Button } from '@mantine/core'
import type { UnmergeableDevice } from '@rollcall/shared/api/device-split.ts'
import { useQuery } from '@tanstack/react-query'
import { allowMerge, doNotMergeOptions, forbidMerge } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { LoadedTable } from '../../../table/loaded-table.tsx'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { Section } from '../../../ui/section.tsx'
import { Time } from '../../../ui/time.tsx'
import { useIdentityAction } from './use-identity-action.ts'

const shownMax = 200

/** Devices with which this one must not be merged. Each decision can be revoked. */
export function DoNotMerge({ deviceId }: { deviceId: string }) {
  const mayEdit = useMay('EditInventory')
  const decisions = useQuery(doNotMergeOptions(deviceId, { limit: shownMax }))
  return (
    <Section title="Do not merge with">
      <LoadedTable
        name="Do not merge with"
        label="The list of devices not to merge"
        query={decisions}
        empty={<Dimmed>No devices.</Dimmed>}
        keyOf={({ id }) => id}
        columns={[
          { header: 'Device', render: (other) => <Other other={other} /> },
          { header: 'Decided by', render: ({ keptBy }) => keptBy ?? 'Undone merge' },
          { header: 'When', align: 'right', render: ({ keptAt }) => <Time value={keptAt} /> },
          ...(mayEdit
            ? [
                {
                  header: 'Decision',
                  render: (other: UnmergeableDevice) => <Revoke deviceId={deviceId} other={other} />,
                },
              ]
            : []),
        ]}
      />
    </Section>
  )
}

function Other({ other: { id, name } }: { other: UnmergeableDevice }) {
  if (name === null) return `Deleted device (${id})`
  return <DeviceLink id={id} name={name} tab="identity" />
}

function Revoke({ deviceId, other: { id, name } }: { deviceId: string; other: UnmergeableDevice }) {
  const called = name ?? 'the deleted device'
  const revoke = useIdentityAction('The decision was not revoked', async (_: undefined, refresh) => {
    await allowMerge(deviceId, id)
    notifyDone(`This device and ${called} may be merged again.`, () => forbidMerge(deviceId, id).then(refresh))
    await refresh()
  })
  return (
    <Button
      variant="default"
      aria-label={`Revoke: do not merge with ${called}`}
      loading={revoke.isPending}
      onClick={() => revoke.mutate()}
    >
      Revoke
    </Button>
  )
}
