import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './section.module.css'

type Props = { title: string; aside?: ReactNode; children: ReactNode }

/** A titled section of a page, as a landmark. */
export function Section({ title, aside, children }: Props) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <div className={classes['head']}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </div>
      {children}
    </section>
  )
}
