import { ActionIcon, Group, NativeSelect } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react'
import { count } from '../ui/amounts.ts'
import { Dimmed } from '../ui/dimmed.tsx'
import classes from './pager.module.css'
import { pageSizes, savePageSize } from './paging.ts'

type Props = {
  /** Name of the list, if a page has several. */
  name?: string
  total: number
  limit: number
  offset: number
  onGo: (to: { page: string | undefined; size?: string }) => void
}

export function Pager({ name, total, limit, offset, onGo }: Props) {
  const page = Math.floor(offset / limit) + 1
  const pages = Math.max(1, Math.ceil(total / limit))
  const go = (to: number) => onGo({ page: to === 1 ? undefined : String(to) })
  const steps = [
    { label: 'First page', to: 1, icon: IconChevronsLeft },
    { label: 'Previous page', to: page - 1, icon: IconChevronLeft },
    { label: 'Next page', to: page + 1, icon: IconChevronRight },
    { label: 'Last page', to: pages, icon: IconChevronsRight },
  ]
  const resize = (size: string) => {
    savePageSize(Number(size))
    onGo({ page: undefined, size })
  }
  const first = total === 0 ? 0 : offset + 1
  const isOnePage = total <= pageSizes[0] && offset === 0
  return (
    <Group justify="space-between" mt="sm" gap="sm" component="nav" aria-label={name ? `Pages: ${name}` : 'Pages'}>
      <Dimmed className="number" role="status">
        {count(first)} to {count(Math.min(offset + limit, total))} of {count(total)}
      </Dimmed>
      {!isOnePage && (
        <Group gap={6}>
          <NativeSelect
            size="xs"
            aria-label={name ? `Rows per page: ${name}` : 'Rows per page'}
            value={String(limit)}
            data={[...new Set([...pageSizes, limit])].sort((a, b) => a - b).map(String)}
            onChange={(event) => resize(event.currentTarget.value)}
          />
          {steps.map(({ label, to, icon: Shape }) => (
            <ActionIcon
              key={label}
              aria-label={label}
              className={classes['step'] ?? ''}
              disabled={to === page || to < 1 || to > pages}
              onClick={() => go(to)}
            >
              <Shape size={17} aria-hidden />
            </ActionIcon>
          ))}
        </Group>
      )}
    </Group>
  )
}
