import { Button, Popover, Skeleton } from '@mantine/core'
import { IconCode, IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { oncePossible } from '../routes/lazy-page.ts'

/** The editor is loaded with the first query or filter, so that the list itself does not wait for it. */
const parts = () => oncePossible(() => import('./query-parts.tsx'))
const QueryChips = lazy(async () => ({ default: (await parts()).QueryChips }))
const QueryForm = lazy(async () => ({ default: (await parts()).QueryForm }))
const AddFilter = lazy(async () => ({ default: (await parts()).AddFilter }))

type Props = {
  text: string | undefined
  /** The API's reason, if it refused the query. */
  refusal: string | undefined
  onChange: (text: string | undefined) => void
}

/** The query of a list: a chip for each filter, a form that adds one, and the query as text. */
export function QueryFilters({ text, refusal, onChange }: Props) {
  const [isText, setIsText] = useState(false)
  const [isAdding, setIsAdding] = useState(false)
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
            onClick={() => setIsAdding(!isAdding)}
          >
            Add filter
          </Button>
        </Popover.Target>
        <Popover.Dropdown maw="calc(100vw - 32px)">
          <Suspense fallback={<Skeleton height={200} />}>
            <AddFilter text={text} onChange={change} />
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
    </>
  )
}
