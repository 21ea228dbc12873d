import { expect, it } from 'vitest'
import { compactOf, isFiller } from './fillers.ts'
import { fillerNames, fillerSerials, languages } from './words.ts'

const wordsIn = (text: string): string[] => text.trim().split(/\s+/)
const ofLanguages = Object.values(languages).flatMap(({ decisive, accompanying }) => [decisive, accompanying])

it('has words of ASCII in the form in which texts are compared', () => {
  const words = [...ofLanguages, fillerSerials, fillerNames].flatMap(wordsIn)
  const odd = words.filter((word) => /^[\x20-\x7e]*$/.test(word) && compactOf(word) !== word)
  expect(odd).toEqual([])
})

it.each(['シリアルナンバー', '알 수 없음', 'серийный номер', 'ikke tilgængelig', 'ikke serienummer tilg'])(
  'detects a placeholder of other letters: %s',
  (text) => {
    expect(isFiller(text)).toBe(true)
    expect(isFiller(`${text} X7K2`)).toBe(false)
  },
)
