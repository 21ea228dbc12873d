const amount = String.raw`\d+(?:[.:]\d+)*`
const unit = String.raw`\s?(?:weeks?|wks?|days?|d|hours?|hrs?|h|minutes?|mins?|m|seconds?|secs?|s|ticks)\b`
const more = String.raw`(?:[\s,]+(?:and\s)?${amount}(?:${unit})?)*`

/** Each with what it is told by, which stays. */
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

/** A text that a device makes anew at each look, with `#` for its running counters: sysDescr that tells the uptime. */
export function withoutCounters(text: string): string {
  return counters.reduce((kept, counter) => kept.replace(counter, '$1#'), text)
}
