import { Text } from '@mantine/core'
import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { IconBan } from '@tabler/icons-react'
import { useState } from 'react'
import { cancelTask, isActive } from '../../../api/tasks.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { kindNames } from '../../../ui/tasks/words.ts'
import { useAction } from '../../../ui/use-action.ts'

/** Cancels a running task after confirmation. */
export function CancelTask({ task }: { task: TaskRecord }) {
  const mayCancel = useMay('StartAuditsOrScans')
  const refresh = useRefresh('tasks')
  const [isConfirming, setIsConfirming] = useState(false)
  const kindName = kindNames[task.kind].toLowerCase()
  const cancel = useAction(`The ${kindName} was not cancelled`, () => cancelTask(task.id).then(refresh))
  if (!mayCancel || !isActive(task)) return null
  return (
    <>
      <ActionButton
        label={`Cancel ${kindName}`}
        icon={IconBan}
        loading={cancel.isPending}
        onClick={() => setIsConfirming(true)}
      />
      <Confirm
        opened={isConfirming}
        title={`Cancel this ${kindName}?`}
        action={`Cancel ${kindName}`}
        back="Keep running"
        onClose={() => setIsConfirming(false)}
        onConfirm={() => cancel.mutate()}
      >
        <Text size="sm">
          The remaining addresses are not scanned, and unfinished audits are dropped. Devices already found stay in the
          inventory.
        </Text>
      </Confirm>
    </>
  )
}
