// Patterns of values that nobody assigned: repeated characters and groups, and counting. Every value is in lower case
// without punctuation. Most values fail at their first characters, so that a router's thousand MACs take little time.

/** Detects one character repeated, also the single character. */
export const isOneCharacter = (value: string): boolean => isSame(value, 0, 1)

/** Detects a value in which at most `exceptions` characters differ from the most frequent one. */
export function isNearlyOneCharacter(value: string, exceptions: number): boolean {
  for (let candidate = 0; candidate <= exceptions; candidate += 1) {
    let others = 0
    for (let at = 0; at < value.length && others <= exceptions; at += 1) if (value[at] !== value[candidate]) others += 1
    if (others <= exceptions) return true
  }
  return false
}

/** Detects a repeated group: `12341234`, `abababab`, `deadbeefdeadbeefdeadbeef`. */
export function isRepeatedGroup(value: string): boolean {
  for (let size = 2; size * 2 <= value.length; size += 1) {
    if (value[size] !== value[0] || value.slice(size) !== value.slice(0, -size)) continue
    const ofSeries = value.length >= 6 && value.length % size === 0 && isSeries(value.slice(0, size), 0, 1)
    return ofSeries || (value.length >= 8 && value.length >= size * 3)
  }
  return false
}

/** Detects a value that counts up or down from its first character: `12345`, `9876543210`, `ABCDEFG`, `01234…CDEF`. */
export function isCounting(value: string): boolean {
  // A number in the middle of a series, such as 34567, may be real.
  const charactersMin = /^[019af]|[01a]$/.test(value) ? 5 : 7
  return value.length >= charactersMin && isSeries(value, 0, 1)
}

/** Detects values that count in two or four columns: `00010203`, `AABBCC`, `A1B2C3`, `0002000300040005`. */
export const isCountingInColumns = (value: string): boolean => [2, 4].some((columns) => countsIn(columns, value))

function countsIn(columns: number, value: string): boolean {
  const rows = value.length / columns
  if (rows < 3 || !Number.isInteger(rows)) return false
  let series = 0
  for (let column = 0; column < columns; column += 1) {
    if (isSeries(value, column, columns)) series += 1
    else if (!isSame(value, column, columns)) return false
  }
  return rows >= 4 ? series > 0 : series === columns && /^([a-z])\1|^a1|^1a/.test(value)
}

/** Detects letters that count followed by digits that count: `ABCDE12345`, `ABC1234567`. */
export function isCountingLettersAndDigits(value: string): boolean {
  const [, letters = '', digits = ''] = /^([a-z]{3,26})([0-9]{4,20})$/.exec(value) ?? []
  const isLong = letters.length + digits.length > 8
  return isLong && isSeries(letters, 0, 1) && isSeries(digits, 0, 1)
}

const alphabets = ['0123456789', '0123456789abcdef', '1234567890abcdef', 'abcdefghijklmnopqrstuvwxyz']
/** Differences between the codes of characters that are neighbors in an alphabet, which starts again at its end. */
const neighborDistances = new Set(
  ['01', '09', '0f', '1f', '9a', '0a', 'az'].map((pair) => pair.charCodeAt(1) - pair.charCodeAt(0)),
)

/** Reports whether every `step`th character is the next, or every one the previous, in one of the alphabets. */
function isSeries(value: string, start: number, step: number): boolean {
  const distance = Math.abs(value.charCodeAt(start + step) - value.charCodeAt(start))
  return neighborDistances.has(distance) && alphabets.some((alphabet) => isSeriesOf(alphabet, value, start, step))
}

function isSeriesOf(alphabet: string, value: string, start: number, step: number): boolean {
  const size = alphabet.length
  const indexAt = (at: number) => alphabet.indexOf(value[at] ?? ' ')
  let before = indexAt(start)
  const change = (indexAt(start + step) - before + size) % size
  if (change !== 1 && change !== size - 1) return false
  for (let at = start + step; at < value.length; at += step) {
    const index = indexAt(at)
    if (index < 0 || before < 0 || (before + change) % size !== index) return false
    before = index
  }
  return true
}

function isSame(value: string, start: number, step: number): boolean {
  for (let at = start + step; at < value.length; at += step) if (value[at] !== value[start]) return false
  return true
}
