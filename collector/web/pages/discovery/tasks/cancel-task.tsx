import type { TaskRecord } from '@rollcall/shared/api/task.ts'
import { IconBan } from '@tabler/icons-react'
import { cancelTask, isActive } from '../../../api/tasks.ts'
import { useMay } from '../../../api/use-may.ts'
import { useRefresh } from '../../../api/use-refresh.ts'
import { ConfirmButton } from '../../../forms/confirm-button.tsx'
import { kindNames } from '../../../ui/tasks/words.ts'

/** Cancels a running task after confirmation. */
export function CancelTask({ task }: { task: TaskRecord }) {
  const mayCancel = useMay('StartAuditsOrScans')
  const refresh = useRefresh('tasks')
  const kindName = kindNames[task.kind].toLowerCase()
  if (!mayCancel || !isActive(task)) return null
  return (
    <ConfirmButton
      action={`Cancel ${kindName}`}
      icon={IconBan}
      title={`Cancel this ${kindName}`}
      back="Keep running"
      failed={`The ${kindName} was not cancelled`}
      run={() => cancelTask(task.id).then(refresh)}
    >
      The remaining addresses are not scanned, and unfinished audits are dropped. Devices already found stay in the
      inventory.
    </ConfirmButton>
  )
}
