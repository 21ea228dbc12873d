import { expect, it } from 'vitest'
import { nameSchema } from './line.ts'
import { isVisible } from './visible-text.ts'

it.each(['Zürich 3. OG', '東京 / 本社', 'قسم المحاسبة', 'R&D <lab> #2', '⚠️ Old', "O'Brien’s desk"])(
  'accepts %s',
  (name) => {
    expect(nameSchema.parse(` ${name} `)).toBe(name)
  },
)

it.each([
  ['a line feed', '\n'],
  ['a carriage return', '\r'],
  ['a tab', '\t'],
  ['an escape', '\u001b'],
  ['a delete', '\u007f'],
  ['a C1 control', '\u0085'],
  ['a line separator', '\u2028'],
  ['a paragraph separator', '\u2029'],
  ['a right-to-left override', '\u202e'],
  ['a bidi isolate', '\u2066'],
  ['a right-to-left mark', '\u200f'],
  ['an Arabic letter mark', '\u061c'],
  ['a zero-width space', '\u200b'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a word joiner', '\u2060'],
  ['a Hangul filler', '\u3164'],
  ['a tag character', '\u{e0041}'],
  ['a variation selector behind a letter', '\ufe0f'],
])('refuses %s, wherever it stands', (_, hidden) => {
  for (const name of [`${hidden}Office`, `Off${hidden}ice`, `Office${hidden}`]) {
    expect(nameSchema.safeParse(name).error?.issues[0]?.message).toMatch(/^must be one line/)
  }
})

it('accepts several lines, but no hidden characters', () => {
  expect(['one', 'two\nlines', 'three\r\nlines\there', ''].map(isVisible)).toEqual([true, true, true, true])
  const hidden = ['\r', '\u0000', '\u001b[31m', '\u0085', '\u2028', '\u202e', '\u2066', '\u200b', '\ufeff', '\u{e0041}']
  for (const each of hidden) expect(isVisible(`a${each}b`), JSON.stringify(each)).toBe(false)
})
