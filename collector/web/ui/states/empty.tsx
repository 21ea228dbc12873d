import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './empty.module.css'

/** There is nothing, why that may be, and the way on. */
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
