import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { Link } from '@tanstack/react-router'
import { BarList } from '../../charts/bar-list.tsx'
import { DeviceTypeIcon, deviceTypeNames } from '../../ui/device-type.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './dashboard.module.css'

export function Types({ devices }: Pick<SiteSummary, 'devices'>) {
  return (
    <Section title="By type">
      <BarList
        name="Devices by type"
        bars={devices.types.map(({ type, devices: count }) => ({
          key: type,
          count,
          label: (
            <span className={classes['type']}>
              <DeviceTypeIcon type={type} />
              <Link to="/devices" search={{ type }}>
                {deviceTypeNames[type]}
              </Link>
            </span>
          ),
        }))}
      />
    </Section>
  )
}
