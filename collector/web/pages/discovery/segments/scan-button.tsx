import { Button } from '@mantine/core'
import type { SegmentListItem } from '@rollcall/shared/api/segment.ts'
import { IconRadar2 } from '@tabler/icons-react'
import { useMay } from '../../../api/use-may.ts'
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
  return (
    <Button
      size={isMain ? 'xs' : 'compact-xs'}
      variant={isMain ? 'filled' : 'default'}
      leftSection={<IconRadar2 size={15} aria-hidden />}
      aria-label={isMain ? undefined : `Scan now: ${name}`}
      disabled={auditServiceId === null}
      title={auditServiceId === null ? 'Edit the segment and choose an Audit Service' : undefined}
      loading={scan.isPending}
      onClick={() => scan.mutate(id)}
    >
      Scan now
    </Button>
  )
}
