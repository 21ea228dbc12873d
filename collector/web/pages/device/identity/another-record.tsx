import { Button, Combobox, Group, TextInput, useCombobox } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { Device, DeviceListItem } from '@rollcall/shared/api/device.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deviceSearchOptions } from '../../../api/search.ts'
import { DeviceTypeIcon } from '../../../ui/device-type.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { useForbidMerge } from './use-forbid-merge.ts'

const typingMs = 150

/** Merges the device with any other record, or marks the two as "do not merge". */
export function AnotherRecord({ device }: { device: Device }) {
  const [other, setOther] = useState<DeviceListItem>()
  const [isMerging, setIsMerging] = useState(false)
  const forbid = useForbidMerge()
  return (
    <Group gap="xs" align="flex-end" mt="sm">
      <DeviceChoice key={other?.id} chosen={other} except={device.id} onChoose={setOther} />
      <Button variant="default" disabled={!other} onClick={() => setIsMerging(true)}>
        Merge
      </Button>
      <Button
        variant="default"
        disabled={!other}
        loading={forbid.isPending}
        onClick={() => other && forbid.mutate([device, other])}
      >
        Do not merge
      </Button>
      {isMerging && other && <MergeDialog devices={[device, other]} onClose={() => setIsMerging(false)} />}
    </Group>
  )
}

type ChoiceProps = {
  chosen: DeviceListItem | undefined
  except: string
  onChoose: (device: DeviceListItem) => void
}

/** Searches a record by any identifier, as the global search does. */
function DeviceChoice({ chosen, except, onChoose }: ChoiceProps) {
  const [text, setText] = useState(chosen?.name ?? '')
  const [q] = useDebouncedValue(text.trim(), typingMs)
  const results = useQuery(deviceSearchOptions(q))
  const combobox = useCombobox()
  const offered = (q === '' ? [] : (results.data?.items ?? [])).filter(({ id }) => id !== except)
  const choose = (id: string) => {
    combobox.closeDropdown()
    const device = offered.find((each) => each.id === id)
    if (device) onChoose(device)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={choose} width={360} position="bottom-start">
      <Combobox.Target>
        <TextInput
          size="xs"
          w={280}
          label="Other record"
          placeholder="Name, address, MAC, serial number"
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
          }}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label="Records">
          {offered.map(({ id, name, type, ipAddress, serialNumber }) => (
            <Combobox.Option key={id} value={id}>
              <Group gap={8} wrap="nowrap">
                <DeviceTypeIcon type={type} />
                <span className="wrap">{[name, ipAddress, serialNumber].filter(Boolean).join(' · ')}</span>
              </Group>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
