import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

/** An empty state: title, explanation and next action. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes['empty']}>
      <Text fw={600}>{title}</Text>
      {children && (
        <Text size="sm" c="dimmed" maw={520}>
          {children}
        </Text>
      )}
      {action}
    </div>
  )
}
