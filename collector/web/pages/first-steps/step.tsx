import { Title } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { Dimmed } from '../../ui/dimmed.tsx'
import classes from './first-steps.module.css'

type Props = { number: number; title: string; isDone: boolean; about?: ReactNode; children?: ReactNode }

export function Step({ number, title, isDone, about, children }: Props) {
  const id = useId()
  return (
    <li className={classes['step']}>
      <span className={classes['mark']} data-done={isDone || undefined}>
        {isDone ? <IconCircleCheck size={22} role="img" aria-label="Done" /> : number}
      </span>
      <section aria-labelledby={id} className={classes['body']}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {about && <Dimmed mb="sm">{about}</Dimmed>}
        {children}
      </section>
    </li>
  )
}
