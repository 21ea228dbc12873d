import { counted } from '../../ui/amounts.ts'

const nicknames: Record<string, string> = {
  '@hourly': '0 * * * *',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@weekly': '0 0 * * 0',
  '@monthly': '0 0 1 * *',
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
}
const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Describes a common cron expression in words; undefined for others, which the next runs explain. */
export function cronInWords(cron: string): string | undefined {
  const written = cron.trim().toLowerCase()
  const [minute = '', hour = '', day = '', month = '', weekday = '', ...rest] = (nicknames[written] ?? written).split(
    /\s+/,
  )
  if (rest.length > 0) return undefined
  const time = timeInWords(minute, hour)
  const when = daysInWords(day, month, weekday)
  if (time === undefined || when === undefined) return undefined
  return when === '' ? time.often : time.at && `${when} ${time.at}`
}

const isNumber = (text: string) => /^\d{1,2}$/.test(text)
const stepOf = (text: string) => /^\*\/(\d{1,2})$/.exec(text)?.[1]
const twoDigits = (text: string) => text.padStart(2, '0')

/** Returns the time part: `often` for daily expressions, `at` to append to days. */
function timeInWords(minute: string, hour: string): { often: string; at?: string } | undefined {
  if (hour === '*' && minute === '*') return { often: 'Every minute' }
  if (hour === '*' && stepOf(minute)) return { often: `Every ${counted(Number(stepOf(minute)), 'minute')}` }
  if (!isNumber(minute)) return undefined
  if (hour === '*') return { often: `Every hour at minute ${minute}` }
  if (stepOf(hour)) return { often: `Every ${counted(Number(stepOf(hour)), 'hour')} at minute ${minute}` }
  if (!/^\d{1,2}(,\d{1,2})*$/.test(hour)) return undefined
  const times = hour.split(',').map((each) => `${twoDigits(each)}:${twoDigits(minute)}`)
  const at = `at ${listed(times)}`
  return { often: `Every day ${at}`, at }
}

function daysInWords(day: string, month: string, weekday: string): string | undefined {
  if (month !== '*') return undefined
  if (day === '*') return weekday === '*' ? '' : weekdaysInWords(weekday)
  if (weekday !== '*') return undefined
  if (day === 'l') return 'On the last day of each month'
  return isNumber(day) ? `On day ${day} of each month` : undefined
}

function weekdaysInWords(text: string): string | undefined {
  const [from, to, ...more] = text.split('-').map(dayName)
  if (text.includes('-')) return from && to && more.length === 0 ? `${from} to ${to}` : undefined
  const named = text.split(',').map(dayName)
  return named.every((each) => each !== undefined) ? `Every ${listed(named)}` : undefined
}

const dayName = (text: string): string | undefined =>
  /^[0-7]$/.test(text)
    ? days[Number(text)]
    : days.find((name) => /^[a-z]{3}$/.test(text) && name.toLowerCase().startsWith(text))

const listed = (words: readonly string[]): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`
