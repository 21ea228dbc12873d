import { readFileSync } from 'node:fs'

const newline = 0x0a
const tab = 0x09

/**
 * Creates a look-up of the organization to which IANA assigned a private enterprise number, without its legal form;
 * undefined for an unassigned number. The table (1.5 MB, created by scripts/enterprise-numbers.mjs) is read at the
 * first call and searched in place.
 */
function createEnterpriseNames(): (number: number) => string | undefined {
  let table: Buffer | undefined
  return (number) => {
    table ??= readFileSync(new URL('enterprise-numbers.txt', import.meta.url))
    let low = 0
    let high = table.length
    while (low < high) {
      // The line that contains the middle.
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

/** The look-up shared by the process: the registry is constant and stored once. */
export const registeredName = createEnterpriseNames()
