import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Device } from '@rollcall/shared/api/device.ts'
import { IconDots, IconEyeOff, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { auditDevice, deleteDevice, ignoreDevice } from '../../api/device-actions.ts'
import { useMay } from '../../api/use-may.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { useAction } from '../../ui/use-action.ts'

export function DeviceActions({ device }: { device: Device }) {
  const mayEdit = useMay('EditInventory')
  return (
    <Group gap="xs">
      <AuditNow id={device.id} />
      {mayEdit && <RemoveMenu device={device} />}
    </Group>
  )
}

function AuditNow({ id }: { id: string }) {
  const mayAudit = useMay('StartAuditsOrScans')
  const queryClient = useQueryClient()
  const audit = useAction('The audit did not begin', async () => {
    await auditDevice(id)
    notifications.show({ message: 'The audit is queued. Running tasks, at the top, show how far it is.' })
    await queryClient.invalidateQueries({ queryKey: ['tasks'] })
  })
  if (!mayAudit) return null
  return (
    <Button
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={audit.isPending}
      onClick={() => audit.mutate()}
    >
      Audit now
    </Button>
  )
}

const removals = {
  ignore: {
    title: 'Ignore this device?',
    action: 'Ignore',
    run: ignoreDevice,
    consequence:
      'It goes from the inventory, and what identifies it is put on the Ignore List, so that scans and agents do not bring it back. Its snapshots stay readable as long as retention says.',
  },
  delete: {
    title: 'Delete this device?',
    action: 'Delete',
    run: deleteDevice,
    consequence:
      'It goes from the inventory. A scan or its agent brings it back, with another id. Its snapshots stay readable as long as retention says.',
  },
} as const

function RemoveMenu({ device: { id } }: { device: Device }) {
  const [asked, setAsked] = useState<keyof typeof removals>()
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useAction('The device is still there', async (how: keyof typeof removals) => {
    await removals[how].run(id)
    await navigate({ to: '/devices' })
    await queryClient.invalidateQueries({ queryKey: ['devices', 'list'] })
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
          <Menu.Item leftSection={<IconEyeOff size={15} aria-hidden />} onClick={() => setAsked('ignore')}>
            Ignore
          </Menu.Item>
          <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => setAsked('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asked && (
        <Confirm
          opened
          title={removals[asked].title}
          action={removals[asked].action}
          onClose={() => setAsked(undefined)}
          onConfirm={() => remove.mutate(asked)}
        >
          <Text size="sm">{removals[asked].consequence}</Text>
        </Confirm>
      )}
    </>
  )
}
