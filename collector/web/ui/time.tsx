import { useSyncExternalStore } from 'react'
import { useNow } from './now.tsx'
import { exactTime, subscribeToTimeDisplay, timeDisplay, utcTime } from './time-format.ts'

/** Units of relative times. Without weeks, as 12 days would be shown as one week. */
const units: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const inWords = new Intl.RelativeTimeFormat('en', { numeric: 'always', style: 'narrow' })

export function relativeTime(time: number, now: number): string {
  const seconds = (time - now) / 1000
  const unit = units.find(([, size]) => Math.abs(seconds) >= size)
  return unit ? inWords.format(Math.trunc(seconds / unit[1]), unit[0]) : 'just now'
}

type TwoTimesProps = { observedAt: string | null; receivedAt: string }

/** Shows when something was received, and when it was observed if that was long before. */
export function TwoTimes({ observedAt, receivedAt }: TwoTimesProps) {
  const now = useNow()
  const [observed, received] = [observedAt ?? receivedAt, receivedAt].map((time) => relativeTime(Date.parse(time), now))
  if (observed === received) return <Time value={observedAt ?? receivedAt} />
  return (
    <>
      observed <Time value={observedAt} />, received <Time value={receivedAt} />
    </>
  )
}

/** Shows a UTC time of the API, relative or exact, with the exact time here and in UTC as tooltip. */
export function Time({ value, exact = false }: { value: string | null | undefined; exact?: boolean }) {
  const now = useNow()
  const { timeZone } = useSyncExternalStore(subscribeToTimeDisplay, timeDisplay)
  if (!value) return null
  const shown = exactTime(value)
  return (
    <time dateTime={value} title={`${shown} ${timeZone ?? 'here'}\n${utcTime(value)}`} className="number">
      {exact ? shown : relativeTime(Date.parse(value), now)}
    </time>
  )
}
