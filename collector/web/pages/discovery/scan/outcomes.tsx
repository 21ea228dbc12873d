import type { HostOutcome } from '@rollcall/shared/api/task-host.ts'
import { type Icon, IconCheck, IconEyeOff, IconKey, IconPlus } from '@tabler/icons-react'
import classes from './scan.module.css'

export const outcomes: Record<HostOutcome, { word: string; icon: Icon }> = {
  new: { word: 'New', icon: IconPlus },
  known: { word: 'Known', icon: IconCheck },
  ignored: { word: 'Ignored', icon: IconEyeOff },
  tested: { word: 'Tested', icon: IconKey },
}

export function OutcomeLabel({ outcome }: { outcome: HostOutcome }) {
  const { word, icon: Shape } = outcomes[outcome]
  return (
    <span className={classes['outcome']} data-kind={outcome}>
      <Shape size={14} aria-hidden />
      {word}
    </span>
  )
}
