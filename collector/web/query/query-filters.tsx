import { Button, Popover, Skeleton } from '@mantine/core'
import { lowSupplyPercent } from '@rollcall/shared/inventory/supply-level.ts'
import { IconCode, IconPlus } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../routes/lazy-page.ts'
import type { Draft } from './filter-draft.ts'
import classes from './query.module.css'

/** The editor is loaded with the first query or filter, so that the list itself does not wait for it. */
const parts = () => import('./query-parts.tsx')
const QueryChips = lazyPart(parts, ({ QueryChips }) => QueryChips)
const QueryForm = lazyPart(parts, ({ QueryForm }) => QueryForm)
const AddFilter = lazyPart(parts, ({ AddFilter }) => AddFilter)

/** A query that people often need, or a filter of which they add the values. */
const starts: readonly ({ label: string } & ({ query: string } | { draft: Draft }))[] = [
  { label: 'Printers low on toner', query: `type = printer and supply(level < ${lowSupplyPercent}%)` },
  {
    label: 'Outdated software',
    draft: {
      item: 'software',
      join: 'all',
      isNegated: false,
      conditions: [
        { field: 'name', test: '=', value: '' },
        { field: 'version', test: '<', value: '' },
      ],
    },
  },
  { label: 'Volumes nearly full', query: 'volume(free < 10%)' },
  { label: 'Security updates pending', query: 'securityUpdates > 0' },
  { label: 'Certificates ending in 30 days', query: 'certificate(ends < 30d from now)' },
  { label: 'Not seen for 14 days', query: 'lastSeen < 14d ago' },
]

type Props = {
  text: string | undefined
  /** Shows queries to start with: nothing narrows the list yet. */
  withStarts: boolean
  /** The API's reason, if it refused the query. */
  refusal: string | undefined
  onChange: (text: string | undefined) => void
}

/** The query of a list: a chip for each filter, a form that adds one, and the query as text. */
export function QueryFilters({ text, withStarts, refusal, onChange }: Props) {
  const [isText, setIsText] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
  const [draft, setDraft] = useState<Draft>()
  const add = (start?: Draft) => {
    setDraft(start)
    setIsAdding(true)
  }
  const change = (next: string | undefined) => {
    setIsText(false)
    setIsAdding(false)
    onChange(next)
  }
  if (isText || refusal !== undefined) {
    return (
      <Suspense fallback={<Skeleton height={30} />}>
        <QueryForm text={text ?? ''} refusal={refusal} onChange={change} onCancel={() => setIsText(false)} />
      </Suspense>
    )
  }
  return (
    <>
      {text !== undefined && (
        <Suspense fallback={<Skeleton height={30} width={160} />}>
          <QueryChips text={text} onChange={change} onEditText={() => setIsText(true)} />
        </Suspense>
      )}
      <Popover position="bottom-start" width={440} trapFocus returnFocus opened={isAdding} onChange={setIsAdding}>
        <Popover.Target>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => (isAdding ? setIsAdding(false) : add())}
          >
            Add filter
          </Button>
        </Popover.Target>
        <Popover.Dropdown maw="calc(100vw - 32px)">
          <Suspense fallback={<Skeleton height={200} />}>
            <AddFilter text={text} start={draft} onChange={change} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconCode size={14} aria-hidden />}
        onClick={() => setIsText(true)}
      >
        Edit as text
      </Button>
      {withStarts && (
        <nav aria-label="Common queries" className={classes['starts']}>
          {starts.map((start) => (
            <button
              key={start.label}
              type="button"
              className={classes['start']}
              onClick={() => ('query' in start ? change(start.query) : add(start.draft))}
            >
              {start.label}
            </button>
          ))}
        </nav>
      )}
    </>
  )
}
