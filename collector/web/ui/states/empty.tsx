import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dimmed } from '../dimmed.tsx'
import classes from './empty.module.css'
import { type Art, Illustration } from './illustration.tsx'

type Props = { title: string; art?: Art; children?: ReactNode; action?: ReactNode }

/** An empty state: a small drawing, title, explanation and next action. */
export function Empty({ title, art = 'list', children, action }: Props) {
  return (
    <div className={classes['empty']}>
      <Illustration art={art} />
      <Text fw={600}>{title}</Text>
      {children && <Dimmed maw={520}>{children}</Dimmed>}
      {action}
    </div>
  )
}
