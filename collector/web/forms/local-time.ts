const twoDigits = (number: number) => String(number).padStart(2, '0')

/** A time of the API as an input of the type datetime-local has it, on the viewer's clock. */
export function toLocalInput(iso: string | null): string {
  if (iso === null) return ''
  const time = new Date(iso)
  const date = [time.getFullYear(), time.getMonth() + 1, time.getDate()].map(twoDigits).join('-')
  return `${date}T${twoDigits(time.getHours())}:${twoDigits(time.getMinutes())}`
}

export const fromLocalInput = (text: string): string | null => (text === '' ? null : new Date(text).toISOString())
