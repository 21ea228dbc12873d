import { Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './doorway.module.css'

/** Layout of the pages outside the frame: one form in the middle. */
export function Doorway({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={classes['doorway']}>
      <div className={classes['card']}>
        <img src="/favicon.svg" alt="" width={32} height={32} />
        <Title order={1} mt="sm" mb="lg">
          {title}
        </Title>
        {children}
      </div>
    </main>
  )
}
