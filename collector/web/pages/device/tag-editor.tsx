import { Button, CloseButton, Group, Menu } from '@mantine/core'
import type { Device } from '@rollcall/shared/api/device.ts'
import { IconTagPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { tagsOptions } from '../../api/catalogs.ts'
import { attachTag, detachTag } from '../../api/device-actions.ts'
import { useMay } from '../../api/use-may.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { notifyDone } from '../../ui/notify-done.tsx'
import { OneRow } from '../../ui/one-row.tsx'
import { TagList } from '../../ui/tag-list.tsx'
import { useAction } from '../../ui/use-action.ts'

type Tag = Device['tags'][number]

/** Tags of the device, with buttons to add and remove them. */
export function DeviceTagEditor({ device: { id, tags } }: { device: Device }) {
  const mayEdit = useMay('EditInventory')
  const all = useQuery({ ...tagsOptions, enabled: mayEdit })
  const refresh = useRefresh('devices')
  const putOn = (tagId: string) => attachTag(id, tagId).then(refresh)
  const takeOff = (tagId: string) => detachTag(id, tagId).then(refresh)
  const attach = useAction('The tag was not added', async (tag: Tag) => {
    await putOn(tag.id)
    notifyDone(`Tag ${tag.name} added`, () => takeOff(tag.id))
  })
  const detach = useAction('The tag was not removed', async (tag: Tag) => {
    await takeOff(tag.id)
    notifyDone(`Tag ${tag.name} removed`, () => putOn(tag.id))
  })
  const latest = useRef(detach)
  latest.current = detach
  const row = useMemo(
    () =>
      tags.map((tag) => ({
        key: tag.id,
        content: (
          <>
            <TagList tags={[tag]} />
            {mayEdit && (
              <CloseButton size="xs" aria-label={`Remove tag ${tag.name}`} onClick={() => latest.current.mutate(tag)} />
            )}
          </>
        ),
      })),
    [tags, mayEdit],
  )
  if (!mayEdit) return <OneRow items={row} noun="tags" />
  const others = all.data?.items.filter((tag) => !tags.some((has) => has.id === tag.id)) ?? []
  return (
    <Group gap={6} mt={8} role="group" aria-label="Tags" wrap="nowrap" align="flex-start">
      <OneRow items={row} noun="tags" />
      <Menu position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-xs"
            flex="none"
            variant="default"
            leftSection={<IconTagPlus size={14} aria-hidden />}
            loading={attach.isPending}
          >
            Tag
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {others.map((tag) => (
            <Menu.Item key={tag.id} onClick={() => attach.mutate(tag)}>
              {tag.name}
            </Menu.Item>
          ))}
          {others.length === 0 && <Menu.Label>No other tags</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
