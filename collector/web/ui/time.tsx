import { useNow } from './now.tsx'

/** Units of relative times. Without weeks, as 12 days would be shown as one week. */
const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' })
const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' })

export function relativeTime(time: number, now: number): string {
  const seconds = (time - now) / 1000
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  return unit ? inWords.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now'
}

/** Formats a time: `2026-11-20 08:15:30 UTC`. */
export const utcTime = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`

/** Formats a time in the viewer's time zone. */
export const exactTime = (iso: string): string => local.format(Date.parse(iso))

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' })

/** Formats the time of day in the viewer's time zone. */
export const timeOfDay = (iso: string): string => clock.format(Date.parse(iso))

/** Shows a UTC time of the API, relative or in the viewer's time zone, with both exact times as tooltip. */
export function Time({ value, exact = false }: { value: string | null | undefined; exact?: boolean }) {
  const now = useNow()
  if (!value) return null
  const time = Date.parse(value)
  const here = local.format(time)
  return (
    <time dateTime={value} title={`${here} here\n${utcTime(value)}`} className="number">
      {exact ? here : relativeTime(time, now)}
    </time>
  )
}
