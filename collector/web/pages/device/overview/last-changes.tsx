import { useQuery } from '@tanstack/react-query'
import { deviceChangesOptions } from '../../../api/devices.ts'
import { DeviceLink } from '../../../ui/device-link.tsx'
import { Dimmed } from '../../../ui/dimmed.tsx'
import { Section } from '../../../ui/section.tsx'
import { Loaded } from '../../../ui/states/loaded.tsx'
import { ChangeTable } from '../change-table.tsx'

const shown = 5

/** The last changes; those before a past time if one is given. */
export function LastChanges({ deviceId, asOf }: { deviceId: string; asOf: string | undefined }) {
  const changes = useQuery(deviceChangesOptions(deviceId, { limit: shown, to: asOf }))
  const all = <DeviceLink id={deviceId} name="Full history" tab="history" asOf={asOf} />
  return (
    <Section title="Last changes" aside={all}>
      <Loaded query={changes} label="The last changes">
        {({ items }) =>
          items.length > 0 ? <ChangeTable changes={items} /> : <Dimmed>No changes since it was first seen.</Dimmed>
        }
      </Loaded>
    </Section>
  )
}
