import type { Device } from '@rollcall/shared/api/device.ts'
import { Outlet } from '@tanstack/react-router'
import { DeviceLink } from '../../ui/device-link.tsx'
import { PastBar } from '../../ui/past-bar.tsx'
import { PageOf } from '../../ui/states/page-of.tsx'
import { Time } from '../../ui/time.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { DeviceHeader } from './header.tsx'
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

/** Banner of a device page at a past time, with a link to the present. */
function PastDeviceBar({ deviceId, asOf }: { deviceId: string; asOf: string }) {
  return (
    <PastBar back={<DeviceLink id={deviceId} name="Back to now" />}>
      The device as of <Time value={asOf} exact />. Nothing later is shown.
    </PastBar>
  )
}
