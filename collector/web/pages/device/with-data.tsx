import type { Device } from '@rollcall/shared/api/device.ts'
import type { SnapshotContent } from '@rollcall/shared/api/snapshot.ts'
import { IconHistory } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from '../../ui/past-bar.module.css'
import { Empty } from '../../ui/states/empty.tsx'
import { Time } from '../../ui/time.tsx'
import { useDevice } from './use-device.ts'

type Props = {
  /** Section of the data that the tab shows. */
  section: keyof Device['sections']
  children: (data: SnapshotContent, device: Device) => ReactNode
}

/** Renders a tab from the data of the device. A device created manually may have none. */
export function WithData({ section, children }: Props) {
  const { query } = useDevice()
  if (!query.data) return null
  if (!query.data.data) return <NeverAudited />
  return (
    <>
      <SectionAge device={query.data} section={section} />
      {children(query.data.data, query.data)}
    </>
  )
}

const readBy = { Agent: 'the agent', Service: 'an Audit Service', Import: 'an import', Manual: 'a person' } as const

/** Tells when a section was read, if the current snapshot does not have it. */
function SectionAge({ device: { sections, auditId }, section }: { device: Device; section: Props['section'] }) {
  const origin = sections[section]
  if (!origin || origin.snapshotId === auditId) return null
  return (
    <div className={classes['past']} role="status">
      <IconHistory size={16} aria-hidden />
      <span>
        As of <Time value={origin.readAt} />, by {readBy[origin.source]}. The last audit did not read this.
      </span>
    </div>
  )
}

export function NeverAudited() {
  return (
    <Empty title="Not audited yet">
      No audit has read this device. Audit it, install an agent on it or import its data.
    </Empty>
  )
}
