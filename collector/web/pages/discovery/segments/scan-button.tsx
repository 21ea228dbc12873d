import { ActionIcon } from '@mantine/core'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { IconRadar2 } from '@tabler/icons-react'
import { useMay } from '../../../api/use-may.ts'
import { ActionButton } from '../../../ui/action-button.tsx'
import { useScan } from '../../../ui/tasks/use-scan.ts'

type Props = {
  segment: Pick<SegmentListItem, 'id' | 'name' | 'auditServiceId'>
  /** A scan is running, which disables the button. */
  isScanned: boolean
  /** This is the main action of the page. */
  isMain?: boolean
}

export function ScanButton({ segment: { id, name, auditServiceId }, isScanned, isMain = false }: Props) {
  const mayScan = useMay('StartAuditsOrScans')
  const scan = useScan()
  if (!mayScan || isScanned) return null
  const isUnserved = auditServiceId === null
  const common = {
    disabled: isUnserved,
    title: isUnserved ? 'Edit the segment and choose an Audit Service' : isMain ? undefined : 'Scan now',
    loading: scan.isPending,
    onClick: () => scan.mutate(id),
  }
  if (isMain) {
    return <ActionButton label="Scan now" variant="filled" icon={IconRadar2} {...common} />
  }
  return (
    <ActionIcon variant="default" aria-label={`Scan now: ${name}`} {...common}>
      <IconRadar2 size={16} aria-hidden />
    </ActionIcon>
  )
}
