import { expect, test } from 'vitest'
import { messageOf } from './errors.ts'

test('joins the messages of an aggregate error', () => {
  const refused = ['connect ECONNREFUSED ::1:389', 'connect ECONNREFUSED 127.0.0.1:389'].map((text) => new Error(text))
  expect(messageOf(new AggregateError(refused))).toBe(
    'connect ECONNREFUSED ::1:389; connect ECONNREFUSED 127.0.0.1:389',
  )
  expect(messageOf(new AggregateError(refused, 'all of them'))).toBe('all of them')
  expect(messageOf('a text')).toBe('a text')
})
