import type { SiteSummary } from '@rollcall/shared/api/summary.ts'
import { noManufacturer } from '@rollcall/shared/lists/device-filter.ts'
import { Link } from '@tanstack/react-router'
import { type Bar, BarList } from '../../charts/bar-list.tsx'
import { Section } from '../../ui/section.tsx'
import classes from './dashboard.module.css'

const shown = 8

/** Devices by manufacturer. The most common ones are shown, the others folded. */
export function Manufacturers({ devices }: Pick<SiteSummary, 'devices'>) {
  const { manufacturers, otherManufacturers, withoutManufacturer } = devices
  const bar = (key: string, name: string, count: number): Bar => ({
    key,
    count,
    label: (
      <Link to="/devices" search={{ maker: key }} title={name}>
        {name}
      </Link>
    ),
  })
  const bars = manufacturers.map(({ manufacturer, devices }) => bar(manufacturer, manufacturer, devices))
  const unknown = bar(noManufacturer, 'Unknown', withoutManufacturer)
  const others = { key: 'others', count: otherManufacturers, label: 'All others' }
  const rest = [...bars.slice(shown), ...(otherManufacturers > 0 ? [others] : [])]
  return (
    <Section title="By manufacturer">
      <BarList
        name="Devices by manufacturer"
        bars={[...bars.slice(0, shown), ...(withoutManufacturer > 0 ? [unknown] : [])]}
      />
      {rest.length > 0 && (
        <details className={classes['more']}>
          <summary>More manufacturers</summary>
          <BarList name="Devices of more manufacturers" bars={rest} />
        </details>
      )}
    </Section>
  )
}
