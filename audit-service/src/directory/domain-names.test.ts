import { expect, test } from 'vitest'
import { domainLookup } from './domain-names.ts'

test('a server without DNS for the domain is not asked for its names', async () => {
  // Nothing listens there: a machine with a resolver of its own has it at another loopback address.
  expect(await domainLookup('127.99.88.77', 'DC=ad,DC=example,DC=invalid')).toBeUndefined()
})

test('a base DN that names no domain has no DNS', async () => {
  expect(await domainLookup('127.99.88.77', 'O=Example')).toBeUndefined()
})
