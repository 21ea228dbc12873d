import { Button, Menu, Text } from '@mantine/core'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import { IconEyeOff, IconTag } from '@tabler/icons-react'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { tagsOptions } from '../../api/catalogs.ts'
import { attachTag, ignoreDevice } from '../../api/device-actions.ts'
import { may, meOptions } from '../../api/me.ts'
import { BulkBar } from '../../table/bulk-bar.tsx'
import type { Selection } from '../../table/selection.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useEach } from './use-each.ts'

type Props = { devices: readonly DeviceListItem[]; selection: Selection }

export function DeviceBulkBar({ devices, selection }: Props) {
  const { data: me } = useSuspenseQuery(meOptions)
  const tags = useQuery(tagsOptions)
  const [isAsking, setIsAsking] = useState(false)
  const each = useEach(selection.clear)
  const ids = [...selection.ids]
  const chosen = devices.filter(({ id }) => selection.ids.has(id))
  if (!may(me, 'EditInventory')) return null
  return (
    <>
      <BulkBar count={ids.length} onClear={selection.clear}>
        <Menu position="top">
          <Menu.Target>
            <Button variant="default" leftSection={<IconTag size={15} aria-hidden />} loading={each.isPending}>
              Tag
            </Button>
          </Menu.Target>
          <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
            {tags.data?.items.map(({ id: tagId, name }) => (
              <Menu.Item
                key={tagId}
                onClick={() => each.mutate({ ids, done: `tagged ${name}`, run: (id) => attachTag(id, tagId) })}
              >
                {name}
              </Menu.Item>
            ))}
            {tags.data?.total === 0 && <Menu.Label>There are no tags yet</Menu.Label>}
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="default"
          leftSection={<IconEyeOff size={15} aria-hidden />}
          loading={each.isPending}
          onClick={() => setIsAsking(true)}
        >
          Ignore
        </Button>
      </BulkBar>
      <Confirm
        opened={isAsking}
        title={ids.length === 1 ? 'Ignore this device?' : `Ignore ${ids.length} devices?`}
        action="Ignore"
        onClose={() => setIsAsking(false)}
        onConfirm={() => each.mutate({ ids, done: 'ignored', run: ignoreDevice })}
      >
        <Text size="sm">
          They go from the inventory, and what identifies them is put on the Ignore List, so that scans and agents do
          not bring them back. Their snapshots stay readable as long as retention says.
        </Text>
        <Text size="sm" mt="xs" c="dimmed" className="told">
          {chosen.map(({ name }) => name).join(', ')}
        </Text>
      </Confirm>
    </>
  )
}
