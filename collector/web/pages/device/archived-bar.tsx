import type { Device } from '@rollcall/shared/api/device.ts'
import { IconArchive } from '@tabler/icons-react'
import { useMay } from '../../api/use-may.ts'
import { ActionButton } from '../../ui/action-button.tsx'
import classes from '../../ui/past-bar.module.css'
import { Time } from '../../ui/time.tsx'
import { useArchive } from './use-archive.ts'

/** Banner of an archived device, with a button to restore it. */
export function ArchivedBar({ device, archivedAt }: { device: Device; archivedAt: string }) {
  const mayEdit = useMay('EditInventory')
  const { restore } = useArchive(device)
  return (
    <div className={classes['past']} role="status">
      <IconArchive size={16} aria-hidden />
      <span>
        Archived <Time value={archivedAt} />. Its data is kept, but lists, searches and counts leave it out. It is
        restored when it is seen again.
      </span>
      {mayEdit && <ActionButton label="Restore" action={restore} />}
    </div>
  )
}
