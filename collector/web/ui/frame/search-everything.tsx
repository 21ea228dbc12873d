import { Kbd, Modal, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, spotlight } from '@mantine/spotlight'
import { IconSearch, IconSettings } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { foundDevicesOptions } from '../../api/search.ts'
import { useSettingsPlaces } from '../../pages/settings/use-settings-places.ts'
import { DeviceTypeIcon } from '../device-type.tsx'
import { groups, type Place } from './rail.tsx'
import classes from './search-everything.module.css'

const typingMs = 150

/** Devices by any identifier, and the pages; opened by `/`, Ctrl-K or a click. */
export function SearchEverything() {
  const [text, setText] = useState('')
  const [q] = useDebouncedValue(text.trim(), typingMs)
  const found = useQuery(foundDevicesOptions(q))
  const navigate = useNavigate()
  const ofSettings = useSettingsPlaces()
    .flatMap(({ places }) => places)
    .map(({ to, label }): Place => ({ to, label: `Settings: ${label}`, icon: IconSettings }))
  const pages = [...groups.flatMap(({ places }) => places), ...ofSettings].filter(({ label }) =>
    label.toLowerCase().includes(text.trim().toLowerCase()),
  )
  const devices = q === '' ? [] : (found.data?.items ?? [])
  return (
    <>
      <UnstyledButton className={classes['opener'] ?? ''} onClick={spotlight.open} aria-label="Search everything">
        <IconSearch size={15} aria-hidden />
        <span>Search everything</span>
        <Kbd size="xs">/</Kbd>
      </UnstyledButton>
      <Spotlight.Root
        query={text}
        onQueryChange={setText}
        shortcut={['/', 'mod + K']}
        scrollable
        maxHeight="60vh"
        radius="sm"
        overlayProps={{ blur: 0, backgroundOpacity: 0.4 }}
      >
        <VisuallyHidden>
          <Modal.Title>Search everything</Modal.Title>
        </VisuallyHidden>
        <Spotlight.Search
          placeholder="Name, address, MAC, serial number, page"
          aria-label="Search everything"
          leftSection={<IconSearch size={18} aria-hidden />}
        />
        <Spotlight.ActionsList>
          {devices.length > 0 && (
            <Spotlight.ActionsGroup label="Devices">
              {devices.map((device) => (
                <Spotlight.Action
                  key={device.id}
                  label={device.name}
                  description={[device.ipAddress, device.macAddress, device.serialNumber].filter(Boolean).join('  ')}
                  leftSection={<DeviceTypeIcon type={device.type} size={18} />}
                  onClick={() => void navigate({ to: '/devices/$deviceId', params: { deviceId: device.id } })}
                />
              ))}
            </Spotlight.ActionsGroup>
          )}
          {devices.length < (found.data?.total ?? 0) && q !== '' && (
            <Spotlight.Action
              label={`All ${found.data?.total} devices that match`}
              onClick={() => void navigate({ to: '/devices', search: { q } })}
            />
          )}
          {pages.length > 0 && (
            <Spotlight.ActionsGroup label="Pages">
              {pages.map(({ to, label, icon: Shape, outside }) => (
                <Spotlight.Action
                  key={to}
                  label={label}
                  leftSection={<Shape size={18} stroke={1.6} aria-hidden />}
                  onClick={() => (outside ? window.open(to, '_blank', 'noreferrer') : void navigate({ to }))}
                />
              ))}
            </Spotlight.ActionsGroup>
          )}
          {devices.length === 0 && pages.length === 0 && !found.isFetching && (
            <Spotlight.Empty>Nothing has this in it</Spotlight.Empty>
          )}
        </Spotlight.ActionsList>
      </Spotlight.Root>
    </>
  )
}
