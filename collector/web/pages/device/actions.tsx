import { ActionIcon, Group, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Device } from '@rollcall/shared/api/device.ts'
import type { IgnoreEntry } from '@rollcall/shared/api/ignore-list.ts'
import { IconArchive, IconArchiveOff, IconDots, IconEyeOff, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { auditDevice, deleteDevice, ignoreDevice, stopIgnoring } from '../../api/device-actions.ts'
import { useMay } from '../../api/use-may.ts'
import { useRefresh } from '../../api/use-refresh.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { notifyDone } from '../../ui/notify-done.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useArchive } from './use-archive.ts'

export function DeviceActions({ device }: { device: Device }) {
  const mayEdit = useMay('EditInventory')
  return (
    <Group gap="xs">
      {device.archivedAt === null && <AuditNow id={device.id} />}
      {mayEdit && <MoreMenu device={device} />}
    </Group>
  )
}

function AuditNow({ id }: { id: string }) {
  const mayAudit = useMay('StartAuditsOrScans')
  const refresh = useRefresh('tasks')
  const audit = useAction('The audit was not started', async () => {
    await auditDevice(id)
    notifications.show({ message: 'The audit is queued. Its progress is in Running tasks, at the top.' })
    await refresh()
  })
  if (!mayAudit) return null
  return <ActionButton label="Audit now" variant="filled" icon={IconRefresh} action={audit} />
}

const removals = {
  ignore: {
    title: 'Ignore this device?',
    action: 'Ignore',
    consequence:
      'The device is removed from the inventory. Its identifiers go on the Ignore List, so that scans and agents do not add it again. Its snapshots stay for as long as retention allows.',
  },
  delete: {
    title: 'Delete this device?',
    action: 'Delete',
    consequence:
      'The device is removed from the inventory. A scan or its agent can add it again, with a new ID. Its snapshots stay for as long as retention allows.',
  },
} as const

function MoreMenu({ device }: { device: Device }) {
  const { id, name, archivedAt } = device
  const [isConfirming, setIsConfirming] = useState<keyof typeof removals>()
  const navigate = useNavigate()
  const refresh = useRefresh('devices')
  const { archive, restore } = useArchive(device)
  const remove = useAction('The device was not removed', async (how: keyof typeof removals) => {
    if (how === 'ignore') notifyIgnored(`${name} ignored.`, await ignoreDevice(id))
    else await deleteDevice(id)
    await navigate({ to: '/devices' })
    await refresh()
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="md" variant="default" aria-label="More actions" loading={remove.isPending}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {archivedAt === null ? (
            <>
              <Menu.Item leftSection={<IconArchive size={15} aria-hidden />} onClick={() => archive.mutate()}>
                Archive
              </Menu.Item>
              <Menu.Item leftSection={<IconEyeOff size={15} aria-hidden />} onClick={() => setIsConfirming('ignore')}>
                Ignore
              </Menu.Item>
            </>
          ) : (
            <Menu.Item leftSection={<IconArchiveOff size={15} aria-hidden />} onClick={() => restore.mutate()}>
              Restore
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => setIsConfirming('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isConfirming && (
        <Confirm
          opened
          title={removals[isConfirming].title}
          action={removals[isConfirming].action}
          onClose={() => setIsConfirming(undefined)}
          onConfirm={() => remove.mutate(isConfirming)}
        >
          <Text size="sm">{removals[isConfirming].consequence}</Text>
        </Confirm>
      )}
    </>
  )
}

/** Reports ignored devices. Undo removes them from the Ignore List, but does not restore the records. */
function notifyIgnored(message: string, entries: readonly IgnoreEntry[]): void {
  const letBack = async () => {
    for (const { id } of entries) await stopIgnoring(id)
  }
  notifyDone(message, letBack, {
    button: 'Allow again',
    done: 'Removed from the Ignore List. The next scan or agent report can add it again, with a new ID.',
  })
}
