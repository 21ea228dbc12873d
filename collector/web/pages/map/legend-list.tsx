import type { Legend } from './legend.ts'
import classes from './map.module.css'

/** The meaning of port colours, with counts. */
export function LegendList({ legend }: { legend: Legend }) {
  return (
    <ul className={classes['legend']} aria-label="Colours">
      {legend.entries.map(({ label, colour, count }) => (
        <li key={label}>
          <svg width={10} height={10} aria-hidden="true">
            <rect width={10} height={10} fill={colour} />
          </svg>
          {label} <span className="number">{count}</span>
        </li>
      ))}
      <li>
        <svg width={10} height={10} aria-hidden="true">
          <rect x={1} y={1} width={8} height={8} fill="none" stroke="var(--mantine-color-anchor)" strokeWidth={1.5} />
        </svg>
        Uplink
      </li>
      <li>Dashed: derived, or not audited</li>
    </ul>
  )
}
