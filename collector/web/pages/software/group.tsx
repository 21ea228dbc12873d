import { SegmentedControl } from '@mantine/core'
import type { SoftwareGroup } from '@rollcall/shared/api/software.ts'
import { type Icon, IconBan, IconChecklist } from '@tabler/icons-react'
import { useMay } from '../../api/use-may.ts'
import classes from './group.module.css'
import { useClassify } from './use-classify.ts'

export const groupNames = ['Regular', 'Required', 'Forbidden'] as const satisfies readonly SoftwareGroup[]

const icons: Partial<Record<SoftwareGroup, Icon>> = { Required: IconChecklist, Forbidden: IconBan }

/** The group of a product; Required and Forbidden are highlighted. */
export function GroupLabel({ group }: { group: SoftwareGroup }) {
  const Shape = icons[group]
  return (
    <span className={classes['group']} data-group={group}>
      {Shape && <Shape size={14} aria-hidden />}
      {group}
    </span>
  )
}

type Props = { id: string; name: string; version?: string | undefined; group: SoftwareGroup }

/** Sets a product as Regular, Required or Forbidden, for users with the permission. */
export function GroupChoice({ id, name, version, group }: Props) {
  const mayClassify = useMay('Administrator')
  const classify = useClassify({ id, name, version })
  if (!mayClassify) return <GroupLabel group={group} />
  return (
    <SegmentedControl
      aria-label={version === undefined ? `Group of ${name}` : `Group of ${name} ${version}`}
      data={[...groupNames]}
      value={group}
      {...(group === 'Regular' ? {} : { color: group === 'Forbidden' ? 'red' : 'accent' })}
      disabled={classify.isPending}
      onChange={(chosen) => classify.mutate(chosen as SoftwareGroup)}
    />
  )
}
