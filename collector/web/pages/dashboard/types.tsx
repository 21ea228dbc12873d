import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { Link } from '@tanstack/react-router'
import { BarList } from '../../charts/bar-list.tsx'
import { DeviceTypeLabel } from '../../ui/device-type.tsx'
import { Section } from '../../ui/section.tsx'

export function Types({ devices }: Pick<SiteSummary, 'devices'>) {
  return (
    <Section title="By type">
      <BarList
        name="Devices by type"
        bars={devices.types.map(({ type, devices: count }) => ({
          key: type,
          count,
          label: (
            <Link to="/devices" search={{ type }}>
              <DeviceTypeLabel type={type} />
            </Link>
          ),
        }))}
      />
    </Section>
  )
}
