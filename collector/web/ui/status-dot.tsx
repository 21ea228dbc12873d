import classes from './status-dot.module.css'

export type StatusKind = 'good' | 'warn' | 'bad' | 'off' | 'busy'

/** Shapes on a field of 12 by 12: each status differs in shape, not only in colour. */
const shapes: Record<StatusKind, string> = {
  good: 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0 -9z',
  warn: 'M6 1L11.4 10.5H0.6z',
  bad: 'M6 0.4L11.6 6L6 11.6L0.4 6z',
  off: 'M6 1.5a4.5 4.5 0 1 0 0 9a4.5 4.5 0 1 0 0 -9zM6 3.3a2.7 2.7 0 1 1 0 5.4a2.7 2.7 0 1 1 0 -5.4z',
  busy: 'M6 1.5a4.5 4.5 0 1 0 0 9zM6 1.5a4.5 4.5 0 0 1 0 9v-1.4a3.1 3.1 0 0 0 0 -6.2z',
}

/** A status as a small shape in its colour. The word beside it says the same. */
export function StatusDot({ kind }: { kind: StatusKind }) {
  return (
    <svg className={classes['dot']} data-kind={kind} viewBox="0 0 12 12" width={10} height={10} aria-hidden="true">
      <path d={shapes[kind]} fillRule="evenodd" />
    </svg>
  )
}
