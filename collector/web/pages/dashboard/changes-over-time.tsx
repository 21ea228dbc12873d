import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { Link } from '@tanstack/react-router'
import { StackedColumns } from '../../charts/stacked-columns.tsx'
import { counted } from '../../ui/amounts.ts'
import { Dimmed } from '../../ui/dimmed.tsx'
import { Figure, Figures } from '../../ui/figures.tsx'
import { Section } from '../../ui/section.tsx'
import { dayOf, shortDay } from '../../ui/time-format.ts'

type Days = SiteSummary['changes']

const parts = [
  { key: 'added', verb: 'Added', label: 'Added' },
  { key: 'modified', verb: 'Modified', label: 'Changed' },
  { key: 'deleted', verb: 'Deleted', label: 'Removed' },
] as const

/** Changes of fewer days are shown as figures: one tall column beside a first inventory says nothing. */
const chartDaysMin = 3

/** Changes per day. Each day links to its change log entries. */
export function ChangesOverTime({ days }: { days: Days }) {
  const first = days.findIndex((day) => parts.some(({ key }) => day[key] > 0))
  const withChanges = first < 0 ? [] : days.slice(first)
  return (
    <Section
      title={`Changes in the last ${counted(days.length, 'day')}`}
      aside={
        <Link to="/changes" search={{ from: days[0] && dayOf(days[0].from) }}>
          All changes
        </Link>
      }
    >
      {withChanges.length < chartDaysMin ? <Totals days={withChanges} /> : <Chart days={days} />}
    </Section>
  )
}

function Chart({ days }: { days: Days }) {
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
  return <StackedColumns name="Changes per day" unit="Day" parts={parts} columns={columns} />
}

/** Changes of a few days as figures. */
function Totals({ days }: { days: Days }) {
  const [first] = days
  if (!first) {
    return <Dimmed>No changes.</Dimmed>
  }
  const from = dayOf(first.from)
  return (
    <>
      <Figures name="Changes">
        {parts.map(({ key, verb, label }) => (
          <Figure
            key={key}
            count={days.reduce((sum, day) => sum + day[key], 0)}
            label={label.toLowerCase()}
            to={{ to: '/changes', search: { verb, from } }}
          />
        ))}
      </Figures>
      <Dimmed mt={8}>All since {shortDay(first.from)}. A chart follows on the third day.</Dimmed>
    </>
  )
}
