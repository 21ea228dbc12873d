import { readFileSync } from 'node:fs'

const newline = 0x0a
const tab = 0x09

/**
 * The organisation that IANA registered a private enterprise number to, its legal form left out; undefined for a
 * number that no one has. The table (1.5 MB, made by scripts/enterprise-numbers.mjs) is read at the first question
 * and searched as it is.
 */
function createEnterpriseNames(): (number: number) => string | undefined {
  let table: Buffer | undefined
  return (number) => {
    table ??= readFileSync(new URL('enterprise-numbers.txt', import.meta.url))
    let low = 0
    let high = table.length
    while (low < high) {
      // The line around the middle.
      const middle = (low + high) >>> 1
      const start = table.lastIndexOf(newline, middle - 1) + 1
      const end = table.indexOf(newline, middle)
      const nameStart = table.indexOf(tab, start) + 1
      const found = Number(table.toString('latin1', start, nameStart - 1))
      if (found === number) return table.toString('utf8', nameStart, end)
      if (found < number) low = end + 1
      else high = start
    }
    return undefined
  }
}

/** The lookup that the process shares: the registry is a constant, held once. */
export const registeredName = createEnterpriseNames()
