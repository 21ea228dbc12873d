import { expect, it } from 'vitest'
import { ApiError } from '../api/problem.ts'
import { fieldErrors } from './field-errors.ts'

it('assigns API errors to their fields, and returns the others', () => {
  const errors = [
    { path: '/ranges/0/first', message: 'is no address' },
    { path: '/name', message: 'is required' },
    { path: '/hidden', message: 'is unknown' },
    { path: '', message: 'The body is too deep.' },
  ]
  const error = new ApiError({ status: 400, title: 'The request is not valid', errors })
  expect(fieldErrors(error, { name: '', ranges: [] })).toEqual({
    ofFields: { 'ranges.0.first': 'is no address', name: 'is required' },
    others: ['/hidden: is unknown', 'The body is too deep.'],
  })
  expect(fieldErrors(new Error('no answer'), { name: '' })).toEqual({ ofFields: {}, others: [] })
})
