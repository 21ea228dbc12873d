import { Group, Text } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { count as written } from './amounts.ts'
import classes from './figures.module.css'

/** Counts side by side. */
export function Figures({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Group component="ul" gap="xl" p={0} mb="md" aria-label={name} className={classes['figures'] ?? ''}>
      {children}
    </Group>
  )
}

type FigureProps = {
  count: number
  label: string
  /** The list behind the count; not linked if the count is zero. */
  to?: LinkProps
}

export function Figure({ count, label, to }: FigureProps) {
  const figure = (
    <Text span fw={600} fz="lg" className="number">
      {written(count)}
    </Text>
  )
  return (
    <li>
      {to && count > 0 ? (
        <Link {...to}>
          {figure} {label}
        </Link>
      ) : (
        <>
          {figure}{' '}
          <Text span size="sm" c="dimmed">
            {label}
          </Text>
        </>
      )}
    </li>
  )
}
