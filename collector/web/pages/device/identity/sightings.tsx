import type { DeviceSighting } from '@rollcall/shared/api/device-split.ts'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { sightingsOptions } from '../../../api/identity.ts'
import { useMay } from '../../../api/use-may.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { PlainTable } from '../../../ui/plain-table.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { Time } from '../../../ui/time.tsx'
import { Evidence } from './evidence.tsx'
import { SplitDialog } from './split-dialog.tsx'

const shownMax = 200

/** Sightings of the device. Selected ones can be split off into a device of their own. */
export function Sightings({ deviceId }: { deviceId: string }) {
  const sightings = useQuery(sightingsOptions(deviceId, { limit: shownMax }))
  return (
    <Loaded query={sightings} label="The sightings">
      {({ items, total }) => <Chosen key={deviceId} deviceId={deviceId} sightings={items} total={total} />}
    </Loaded>
  )
}

type Props = { deviceId: string; sightings: readonly DeviceSighting[]; total: number }

function Chosen({ deviceId, sightings, total }: Props) {
  const mayEdit = useMay('EditInventory')
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isOpen, setIsOpen] = useState(false)
  const keys = sightings.map(({ key }) => key).filter((key) => chosen.includes(key))
  const toggle = (key: string) =>
    setChosen((before) => (before.includes(key) ? before.filter((each) => each !== key) : [...before, key]))
  const canSplit = mayEdit && total > 1
  const splitOff = canSplit && (
    <ActionButton
      label={keys.length === 0 ? 'Split off' : `Split off ${keys.length}`}
      icon={IconArrowsSplit2}
      disabled={keys.length === 0 || keys.length === total}
      onClick={() => setIsOpen(true)}
    />
  )
  return (
    <Section title="Sightings" aside={splitOff}>
      {canSplit && (
        <Dimmed mb={8}>
          If some of these belong to another device, select them and split them off.
          {total > sightings.length && ` Showing the last ${sightings.length} of ${total}.`}
        </Dimmed>
      )}
      <PlainTable
        name="Sightings"
        items={sightings}
        keyOf={({ key }) => key}
        columns={[
          ...(canSplit
            ? [
                {
                  header: 'Select',
                  render: ({ key, source, evidence }: DeviceSighting) => (
                    <input
                      type="checkbox"
                      aria-label={`Select ${source} sighting ${evidence[0]?.value ?? key}`}
                      checked={chosen.includes(key)}
                      onChange={() => toggle(key)}
                    />
                  ),
                },
              ]
            : []),
          {
            header: 'Source',
            render: ({ source, depth }) => (depth === 'audit' ? source : `${source}, scan only`),
          },
          { header: 'Evidence', render: ({ evidence }) => <Evidence evidence={evidence} /> },
          { header: 'Decided by', render: ({ decided }) => (decided ? 'User' : 'Rules') },
          { header: 'First', align: 'right', render: ({ firstAt }) => <Time value={firstAt} /> },
          { header: 'Last', align: 'right', render: ({ lastAt }) => <Time value={lastAt} /> },
        ]}
      />
      {isOpen && (
        <SplitDialog
          deviceId={deviceId}
          sightingKeys={keys}
          onClose={() => setIsOpen(false)}
          onDone={() => {
            setIsOpen(false)
            setChosen([])
          }}
        />
      )}
    </Section>
  )
}
