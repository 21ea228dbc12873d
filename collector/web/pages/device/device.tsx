import type { Device } from '@rollcall/shared/api/device.ts'
import { Outlet } from '@tanstack/react-router'
import { PageOf } from '../../ui/states/page-of.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { DeviceHeader } from './header.tsx'
import { PastDeviceBar } from './past-bar.tsx'
import { DeviceTabs } from './tabs.tsx'
import { useDevice } from './use-device.ts'

export function DevicePage() {
  const { asOf, query } = useDevice()
  return (
    <PageOf query={query} label="Device" list={{ to: '/devices', label: 'All devices' }}>
      {(device) => <DeviceParts device={device} asOf={asOf} />}
    </PageOf>
  )
}

function DeviceParts({ device, asOf }: { device: Device; asOf: string | undefined }) {
  useTitle(device.name)
  return (
    <>
      {asOf && <PastDeviceBar deviceId={device.id} asOf={asOf} />}
      <DeviceHeader device={device} isPast={asOf !== undefined} />
      <DeviceTabs device={device} />
      <Outlet />
    </>
  )
}
