const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Converts a time of the API to the value of a datetime-local input, in the viewer's time zone. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return ''
  const time = new Date(iso)
  const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-')
  return `${date}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

export const fromLocalInput = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
