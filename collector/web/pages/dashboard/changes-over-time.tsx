import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { Link } from '@tanstack/react-router'
import { StackedColumns } from '../../charts/stacked-columns.tsx'
import { counted } from '../../ui/amounts.ts'
import { Section } from '../../ui/section.tsx'
import { dayOf, shortDay } from '../../ui/time-format.ts'

const parts = [
  { key: 'added', label: 'Added' },
  { key: 'modified', label: 'Changed' },
  { key: 'deleted', label: 'Removed' },
] as const

/** Changes per day. Each day links to its change log entries. */
export function ChangesOverTime({ days }: { days: SiteSummary['changes'] }) {
  const columns = days.map((each) => {
    const label = shortDay(each.from)
    const date = dayOf(each.from)
    return {
      key: each.from,
      label,
      link: (
        <Link to="/changes" search={{ from: date, until: date }}>
          {label}
        </Link>
      ),
      counts: parts.map(({ key }) => each[key]),
    }
  })
  return (
    <Section
      title={`Changes in the last ${counted(days.length, 'day')}`}
      aside={
        <Link to="/changes" search={{ from: days[0] && dayOf(days[0].from) }}>
          All changes
        </Link>
      }
    >
      <StackedColumns name="Changes per day" unit="Day" parts={parts} columns={columns} />
    </Section>
  )
}
