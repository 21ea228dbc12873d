import { Button, Menu, Text } from '@mantine/core'
import type { DeviceListItem } from '@rollcall/shared/api/device.ts'
import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import type { Tag } from '@rollcall/shared/api/tag.ts'
import { IconArchive, IconArchiveOff, IconEyeOff, IconTag } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { tagsOptions } from '../../api/catalogs.ts'
import { archiveDevice, attachTag, detachTag, ignoreDevice, restoreDevice } from '../../api/device-actions.ts'
import { useMay } from '../../api/use-may.ts'
import { BulkBar } from '../../table/bulk/bulk-bar.tsx'
import { failuresInWords } from '../../table/bulk/failures-in-words.ts'
import { forEach } from '../../table/bulk/for-each.ts'
import type { Selection } from '../../table/bulk/selection.ts'
import { useEach } from '../../table/bulk/use-each.ts'
import { counted } from '../../ui/amounts.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify-done.tsx'
import { notifyIgnored } from './notify-ignored.ts'

type Props = { devices: readonly DeviceListItem[]; selection: Selection; isArchive: boolean }

/** Actions on all selected devices, with undo where possible. */
export function DeviceBulkBar({ devices, selection, isArchive }: Props) {
  const mayEdit = useMay('EditInventory')
  const queryClient = useQueryClient()
  const each = useEach(selection, { noun: 'device', key: 'devices' })
  const chosen = devices.filter(({ id }) => selection.ids.has(id))
  if (!mayEdit) return null
  /** Runs an action for each device; `undo` reverts it for the devices where it succeeded. */
  const forAll = (
    done: string,
    run: (id: string) => Promise<unknown>,
    undo: (id: string) => Promise<unknown>,
    undone = chosen,
  ) => {
    const takeBack = async () => {
      const failed = await forEach(undone, ({ id }) => undo(id))
      await queryClient.invalidateQueries({ queryKey: ['devices'] })
      if (failed.length > 0) throw new Error(failuresInWords(failed))
    }
    each.mutate({ items: chosen, done, run, notify: (message) => notifyDone(message, takeBack) })
  }
  const tag = ({ id: tagId, name }: Tag) => {
    const untagged = chosen.filter(({ tags }) => !tags.some(({ id }) => id === tagId))
    forAll(
      `tagged ${name}`,
      (id) => attachTag(id, tagId),
      (id) => detachTag(id, tagId),
      untagged,
    )
  }
  const ignore = () => {
    const entries: IgnoreEntry[] = []
    const run = async (id: string) => entries.push(...(await ignoreDevice(id)))
    each.mutate({ items: chosen, done: 'ignored', run, notify: (message) => notifyIgnored(message, entries) })
  }
  return (
    <BulkBar count={chosen.length} onClear={selection.clear}>
      {isArchive ? (
        <Button
          variant="default"
          leftSection={<IconArchiveOff size={15} aria-hidden />}
          loading={each.isPending}
          onClick={() => forAll('restored', restoreDevice, archiveDevice)}
        >
          Restore
        </Button>
      ) : (
        <>
          <TagMenu isPending={each.isPending} onTag={tag} />
          <Button
            variant="default"
            leftSection={<IconArchive size={15} aria-hidden />}
            loading={each.isPending}
            onClick={() => forAll('archived', archiveDevice, restoreDevice)}
          >
            Archive
          </Button>
          <IgnoreButton names={chosen.map(({ name }) => name)} isPending={each.isPending} onIgnore={ignore} />
        </>
      )}
    </BulkBar>
  )
}

function TagMenu({ isPending, onTag }: { isPending: boolean; onTag: (tag: Tag) => void }) {
  const tags = useQuery(tagsOptions)
  return (
    <Menu position="top">
      <Menu.Target>
        <Button variant="default" leftSection={<IconTag size={15} aria-hidden />} loading={isPending}>
          Tag
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {tags.data?.items.map((tag) => (
          <Menu.Item key={tag.id} onClick={() => onTag(tag)}>
            {tag.name}
          </Menu.Item>
        ))}
        {tags.data?.total === 0 && <Menu.Label>No tags yet</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}

type IgnoreProps = { names: readonly string[]; isPending: boolean; onIgnore: () => void }

function IgnoreButton({ names, isPending, onIgnore }: IgnoreProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconEyeOff size={15} aria-hidden />}
        loading={isPending}
        onClick={() => setIsOpen(true)}
      >
        Ignore
      </Button>
      <Confirm
        opened={isOpen}
        title={names.length === 1 ? 'Ignore this device?' : `Ignore ${counted(names.length, 'device')}?`}
        action="Ignore"
        onClose={() => setIsOpen(false)}
        onConfirm={onIgnore}
      >
        <Text size="sm">
          The devices are removed from the inventory. Their identifiers go on the Ignore List, so that scans and agents
          do not add them again. Their snapshots stay for as long as retention allows.
        </Text>
        <Text size="sm" mt="xs" c="dimmed" className="wrap">
          {names.join(', ')}
        </Text>
      </Confirm>
    </>
  )
}
