import { IconAlertOctagon, IconAlertTriangle, IconBan, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './state-word.module.css'

const icons = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconAlertOctagon, off: IconBan } as const

/** A state by word and icon; the colour is redundant. */
export function StateWord({ kind, children }: { kind: keyof typeof icons; children: ReactNode }) {
  const Icon = icons[kind]
  return (
    <span className={classes['state']} data-kind={kind}>
      <Icon size={15} aria-hidden />
      <span>{children}</span>
    </span>
  )
}
