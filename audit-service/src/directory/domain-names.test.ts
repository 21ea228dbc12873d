import { expect, test } from 'vitest'
import { domainLookup, givingUp } from './domain-names.ts'

test('does not query a server without DNS for the domain', async () => {
  // Nothing listens at this address: a machine's own resolver uses another loopback address.
  expect(await domainLookup('127.99.88.77', 'DC=ad,DC=example,DC=invalid')).toBeUndefined()
})

test('returns no look-up for a base DN without a domain', async () => {
  expect(await domainLookup('127.99.88.77', 'O=Example')).toBeUndefined()
})

test('gives up a silent server in a large domain', async () => {
  let asked = 0
  let answers = false
  const lookup = givingUp(async () => {
    asked += 1
    if (!answers) throw new Error('timed out')
    return [{ address: '10.0.0.7' }]
  })
  const ask = async (times: number) => {
    for (let time = 0; time < times; time += 1) await lookup('pc1.example.org').catch(() => undefined)
  }
  await ask(100)
  answers = true
  expect(await lookup('pc1.example.org')).toEqual([{ address: '10.0.0.7' }])
  answers = false
  await ask(1000)
  expect(asked).toBe(100 + 1 + 128)
  await expect(lookup('pc1.example.org')).rejects.toThrow('stopped answering')
})
