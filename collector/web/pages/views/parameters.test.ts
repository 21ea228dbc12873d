import { expect, test } from 'vitest'
import { parametersOf, showsView } from './parameters.ts'

test('a view stores the address of a list without its page, the view and empty values', () => {
  const state = { type: 'printer', q: '', sort: '-lastSeen', tag: undefined, page: '3', view: 'x' }
  expect(parametersOf(state)).toEqual({ type: 'printer', sort: '-lastSeen' })
})

test('a list shows a view unless a parameter was changed, added or removed', () => {
  const saved = { type: 'printer', sort: '-lastSeen' }
  expect(showsView(saved, { sort: '-lastSeen', type: 'printer', page: '2', view: 'x' })).toBe(true)
  expect(showsView(saved, { type: 'printer' })).toBe(false)
  expect(showsView(saved, { ...saved, q: 'hp' })).toBe(false)
  expect(showsView(saved, { ...saved, type: 'computer' })).toBe(false)
})
