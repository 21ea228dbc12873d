const amount = String.raw`\d+(?:[.:]\d+)*`
const unit = String.raw`\s?(?:weeks?|wks?|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|ticks)\b`
const more = String.raw`(?:[\s,]+(?:and\s)?${amount}(?:${unit})?)*`

/** Patterns of counters. Group 1 is the label, which stays in the text. */
const counters = [
  // "Uptime: 3 days, 4:05"
  new RegExp(String.raw`\b(up\s?time(?:\s(?:for|is|of))?\s?[:=]?\s?)\(?${amount}(?:${unit})?${more}`, 'gi'),
  // "up 12345 s", "has been up for 2 weeks, 1 day"
  new RegExp(String.raw`\b(up(?:\sfor)?\s?[:=]?\s)${amount}${unit}${more}`, 'gi'),
  // "load average: 0.10, 0.20, 0.30"
  new RegExp(String.raw`\b(load(?:\saverage)?\s?[:=]\s?)${amount}${more}`, 'gi'),
  // "temperature 41.5 C"
  /\b(temp(?:erature)?\s?[:=]?\s?)-?\d+(?:\.\d+)?/gi,
]

/** Replaces running counters in a text by `#`. Devices put such counters into sysDescr, for example the uptime. */
export function withoutCounters(text: string): string {
  return counters.reduce((label, counter) => label.replace(counter, '$1#'), text)
}

const month = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*'
const weekday = '(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? +)?'
const date = String.raw`${weekday}(?:\d{1,2}[ -]${month}[ -]\d{2,4}|${month} +\d{1,2}(?:,? \d{4})?|\d{4}-\d{2}-\d{2})`
const time = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[AP]M\b)?`
const zone = String.raw`(?: ?(?:Z|[+-]\d{2}:?\d{2}|\(?[A-Z]{2,4}T\)?|\(?UTC\)?)(?!\w))*`

const moments: readonly [RegExp, string][] = [
  // "Sat, 21 Nov 2026 17:40:11 +0000 (UTC)", "Sat Nov 21 17:40:11 2026", "17:40". A date without a time of day belongs
  // to a release and stays.
  [new RegExp(String.raw`(?<![\w:.])(?:${date}[T ,]+(?:at )?)?${time}${zone}(?: \d{4}(?!\w))?(?![\w:])`, 'g'), '#'],
  // The timestamp of APOP (RFC 1939, section 7): "<1896.697170952@dbc.example.com>"
  [/<\d+(?:\.\d+)*(?=@)/g, '<#'],
  // "You are user number 3 of 50 allowed."
  [/\b(user number )\d+/gi, '$1#'],
]

/** Replaces timestamps and counters in a service's greeting by `#`. */
export function withoutMoments(banner: string): string {
  return moments.reduce((label, [moment, mark]) => label.replace(moment, mark), withoutCounters(banner))
}
