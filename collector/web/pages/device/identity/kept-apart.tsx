import { Button, Text } from '@mantine/core'
import type { UnmergeableDevice } from '@rollcall/shared/api/device-split.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { bringTogether, keepApart, keptApartOptions } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { notifyDone } from '../../../ui/notify-done.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import { useIdentityAction } from './use-identity-action.ts'

const shownMax = 200

/** What people have said of which device this is not; each decision can be revoked. */
export function KeptApart({ deviceId }: { deviceId: string }) {
  const mayEdit = useMay('EditInventory')
  const apart = useQuery(keptApartOptions(deviceId, { limit: shownMax }))
  return (
    <Section title="Kept apart from">
      <Loaded query={apart} what="What it is kept apart from" lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              No other device: nobody has said of one that it is not this.
            </Text>
          ) : (
            <PlainTable
              name="Kept apart"
              items={items}
              keyOf={({ id }) => id}
              columns={[
                { header: 'Device', render: (other) => <Other other={other} /> },
                { header: 'Said by', render: ({ keptBy }) => keptBy ?? 'Follows from a merge that was undone' },
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
          )
        }
      </Loaded>
    </Section>
  )
}

function Other({ other: { id, name } }: { other: UnmergeableDevice }) {
  if (name === null) return `Deleted (${id}); it is told from this one when it comes back`
  return (
    <Link to="/devices/$deviceId/identity" params={{ deviceId: id }}>
      {name}
    </Link>
  )
}

function Revoke({ deviceId, other: { id, name } }: { deviceId: string; other: UnmergeableDevice }) {
  const called = name ?? 'the deleted device'
  const revoke = useIdentityAction('They are still kept apart', async (_: undefined, refresh) => {
    await bringTogether(deviceId, id)
    notifyDone(`This device and ${called} may be suggested as one again.`, async () => {
      await keepApart(deviceId, id)
      await refresh()
    })
    await refresh()
  })
  return (
    <Button
      variant="default"
      aria-label={`Revoke: kept apart from ${called}`}
      loading={revoke.isPending}
      onClick={() => revoke.mutate(undefined)}
    >
      Revoke
    </Button>
  )
}
