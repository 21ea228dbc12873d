import { expect, test } from 'vitest'
import { squaresOf } from './squares.ts'

test('each run of dark modules of a row is one rectangle', () => {
  const rows = ['.###.#', '......', '#....#'].map((row) => [...row].map((module) => module === '#'))
  expect(squaresOf(rows)).toBe('M1 0h3v1h-3zM5 0h1v1h-1zM0 2h1v1h-1zM5 2h1v1h-1z')
})
