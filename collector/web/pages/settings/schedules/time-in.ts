/** Formats a UTC time of the API in a time zone: `Tue 24 Nov, 02:30`. */
export function timeIn(iso: string, timeZone: string): string {
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  })
  return clock.format(Date.parse(iso))
}
