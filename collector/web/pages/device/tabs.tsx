import type { Device } from '@rollcall/shared/api/device.ts'
import { Link, type LinkProps } from '@tanstack/react-router'
import classes from '../../ui/tabs.module.css'
import { hasSystemData } from './system/has-system-data.ts'

const tabs = [
  { to: '/devices/$deviceId', label: 'Overview' },
  { to: '/devices/$deviceId/hardware', label: 'Hardware' },
  {
    to: '/devices/$deviceId/system',
    label: 'Operating system',
    isFor: ({ data }: Device) => hasSystemData(data?.hardware),
  },
  { to: '/devices/$deviceId/software', label: 'Software' },
  { to: '/devices/$deviceId/network', label: 'Network' },
  { to: '/devices/$deviceId/supplies', label: 'Supplies', isFor: ({ data }: Device) => !!data?.hardware.printer },
  { to: '/devices/$deviceId/audit', label: 'Audit' },
  { to: '/devices/$deviceId/history', label: 'History' },
  { to: '/devices/$deviceId/identity', label: 'Identity' },
] as const satisfies readonly { to: LinkProps['to']; label: string; isFor?: (device: Device) => boolean }[]

/** Tabs of the device page. A past time stays in their addresses. */
export function DeviceTabs({ device }: { device: Device }) {
  const shown = tabs.filter((tab) => !('isFor' in tab) || tab.isFor(device))
  return (
    <nav aria-label="Device" className={classes['tabs']}>
      {shown.map(({ to, label }) => (
        <Link
          key={to}
          to={to}
          params={{ deviceId: device.id }}
          search={({ asOf }: { asOf?: string | undefined }) => ({ asOf })}
          activeOptions={{ exact: true, includeSearch: false }}
          className={classes['tab'] ?? ''}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
