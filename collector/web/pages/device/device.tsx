import { Title } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { Failure } from '../../ui/states/failure.tsx'
import { Outline } from '../../ui/states/loaded.tsx'
import { useTitle } from '../../ui/use-title.ts'
import { DeviceHeader } from './header.tsx'
import { PastBar } from './past-bar.tsx'
import { DeviceTabs } from './tabs.tsx'
import { useDevice } from './use-device.ts'

export function DevicePage() {
  const { asOf, query } = useDevice()
  useTitle(query.data?.name ?? 'Device')
  if (query.data === undefined) {
    if (query.isError) {
      return (
        <>
          <Title order={1} mb="md">
            Device
          </Title>
          <Failure error={query.error} what="The device" retry={() => void query.refetch()} />
        </>
      )
    }
    return <Outline lines={8} what="The device" />
  }
  return (
    <>
      {asOf && <PastBar deviceId={query.data.id} asOf={asOf} />}
      <DeviceHeader device={query.data} isPast={asOf !== undefined} />
      <DeviceTabs device={query.data} />
      <Outlet />
    </>
  )
}
