import { expect, it } from 'vitest'
import { printable, printableJson } from './printable.ts'

const hostile = {
  'an escape sequence': '\u001b[2J',
  'an escape sequence in one character': '\u009b2J',
  'a title of the window': '\u001b]0;x\u0007',
  'a carriage return over the line': 'good\rbad',
  backspaces: 'bad\b\b\b',
  'NUL and DEL': '\0\u007f',
  'another direction of writing': '\u202egpj.exe',
  'an invisible tag': '\u{e0041}',
  'half a pair': '\ud800',
}

it.each(Object.entries(hostile))('keeps %s from a terminal', (_, text) => {
  expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
  expect(printableJson(JSON.stringify({ [text]: text }))).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u)
})

it('keeps lines, columns and the letters of every language', () => {
  const text = 'a\tb\nGrün 日本語 😀 ½'
  expect(printable(text)).toBe(text)
  expect(printableJson(JSON.stringify(text))).toBe(JSON.stringify(text))
})

it('keeps the value of JSON', () => {
  const value = Object.values(hostile)
  expect(JSON.parse(printableJson(JSON.stringify(value)))).toEqual(value)
})
