import { Button, Text } from '@mantine/core'
import type { DeviceSighting } from '@rollcall/shared/api/device-split.ts'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sightingsOptions } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import { Evidence } from './evidence.tsx'
import { SplitDialog } from './split-dialog.tsx'

const shownMax = 200

/** What the device was seen as. What is of another device is chosen here and split off. */
export function Sightings({ deviceId }: { deviceId: string }) {
  const sightings = useQuery(sightingsOptions(deviceId, { limit: shownMax }))
  return (
    <Loaded query={sightings} what="The sightings">
      {({ items, total }) => <Chosen key={deviceId} deviceId={deviceId} sightings={items} total={total} />}
    </Loaded>
  )
}

type Props = { deviceId: string; sightings: readonly DeviceSighting[]; total: number }

function Chosen({ deviceId, sightings, total }: Props) {
  const mayEdit = useMay('EditInventory')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isAsking, setIsAsking] = useState(false)
  const keys = sightings.map(({ key }) => key).filter((key) => chosen.includes(key))
  const toggle = (key: string) =>
    setChosen((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]))
  const canSplit = mayEdit && total > 1
  const splitOff = canSplit && (
    <Button
      variant="default"
      leftSection={<IconArrowsSplit2 size={15} aria-hidden />}
      disabled={keys.length === 0 || keys.length === total}
      onClick={() => setIsAsking(true)}
    >
      {keys.length === 0 ? 'Split off' : `Split off ${keys.length}`}
    </Button>
  )
  return (
    <Section title="What it was seen as" aside={splitOff}>
      {canSplit && (
        <Text size="sm" c="dimmed" mb={8}>
          Is one of these another device? Choose what is of it and split it off.
          {total > sightings.length && ` The last ${sightings.length} of ${total} are shown.`}
        </Text>
      )}
      <PlainTable
        name="Sightings"
        items={sightings}
        keyOf={({ key }) => key}
        columns={[
          ...(canSplit
            ? [
                {
                  header: 'Choose',
                  render: ({ key, source, evidence }: DeviceSighting) => (
                    <input
                      type="checkbox"
                      aria-label={`Choose the ${source} sighting ${evidence[0]?.value ?? key}`}
                      checked={chosen.includes(key)}
                      onChange={() => toggle(key)}
                    />
                  ),
                },
              ]
            : []),
          {
            header: 'Source',
            render: ({ source, depth }) => (depth === 'audit' ? source : `${source}, from outside`),
          },
          { header: 'Said it is', render: ({ evidence }) => <Evidence evidence={evidence} /> },
          { header: 'Decided by', render: ({ decided }) => (decided ? 'A person' : 'The rules') },
          { header: 'First', align: 'right', render: ({ firstAt }) => <Time value={firstAt} /> },
          { header: 'Last', align: 'right', render: ({ lastAt }) => <Time value={lastAt} /> },
        ]}
      />
      {isAsking && (
        <SplitDialog
          deviceId={deviceId}
          sightingKeys={keys}
          onClose={() => setIsAsking(false)}
          onDone={() => {
            setIsAsking(false)
            setChosen([])
          }}
        />
      )}
    </Section>
  )
}
