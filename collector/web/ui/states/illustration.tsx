import classes from './empty.module.css'

/** Line drawings on a field of 96 by 64. The accented part says what is missing. */
const drawings = {
  list: [
    'M20 12h56a4 4 0 0 1 4 4v32a4 4 0 0 1 -4 4h-56a4 4 0 0 1 -4 -4v-32a4 4 0 0 1 4 -4zM16 24h64',
    'M26 33h30M26 42h20',
  ],
  network: ['M38 8h20v12h-20zM12 44h20v12h-20zM64 44h20v12h-20z', 'M48 20v12M22 44v-12h52v12'],
  search: ['M14 14h44M14 26h22M14 38h18M14 50h26', 'M58 26a12 12 0 1 0 0.1 0M67 47l11 9'],
} as const
export type Art = keyof typeof drawings

/** A small drawing for an empty state. */
export function Illustration({ art }: { art: Art }) {
  const [frame, missing] = drawings[art]
  return (
    <svg className={classes['art']} viewBox="0 0 96 64" width={96} height={64} aria-hidden="true">
      <path d={frame} />
      <path d={missing} data-missing />
    </svg>
  )
}
