import { expect, test } from 'vitest'
import { squaresOf } from './squares.ts'

test('draws each run of dark modules in a row as one rectangle', () => {
  const rows = ['.###.#', '......', '#....#'].map((row) => [...row].map((module) => module === '#'))
  expect(squaresOf(rows)).toBe('M1 0h3v1h-3zM5 0h1v1h-1zM0 2h1v1h-1zM5 2h1v1h-1z')
})
