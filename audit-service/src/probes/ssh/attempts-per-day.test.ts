import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import { expect, test } from 'vitest'
import type { HostRecord } from '../../host-memory/host-record.ts'
import { attemptsPerDay } from './attempts-per-day.ts'

function createAttemptsPerDay(nowMs?: () => number, retriesRefused = false) {
  const known = new Map<string, HostRecord['ssh']>()
  const sshOf = (address: string) => known.get(address)
  const metBySsh = (address: string, ssh: HostRecord['ssh']) => void known.set(address, ssh)
  return attemptsPerDay({ sshOf, metBySsh }, { ...(nowMs && { nowMs }), retriesRefused })
}

const hour = 60 * 60 * 1000
const host = '192.0.2.1'
const credentials = ['a', 'b', 'c', 'd', 'e'].map(
  (username): SshCredential => ({ kind: 'ssh-password', username, password: 'secret' }),
)

test('what was refused is not tried again within a day, and after it the one that was refused longest ago goes first', () => {
  let now = 1000 * hour
  const memory = createAttemptsPerDay(() => now)
  const candidates = (address = host) =>
    memory
      .candidates(address, credentials)
      .map(({ username }) => username)
      .join('')
  const reject = (index: number) => memory.rejected(host, credentials[index] as SshCredential)
  expect(candidates()).toBe('abc')
  reject(0)
  expect(candidates()).toBe('bc')
  now += hour
  reject(1)
  reject(2)
  expect(candidates()).toBe('')
  expect(candidates('192.0.2.2')).toBe('abc')
  now += 23 * hour
  expect(candidates()).toBe('d')
  now += 1 * hour
  expect(candidates()).toBe('dea')
})

test('a test tries a refused credential again, and each refusal counts as an attempt of the day', () => {
  let now = 1000 * hour
  const memory = createAttemptsPerDay(() => now, true)
  const [tested] = credentials as [SshCredential]
  for (const used of [1, 2, 3]) {
    expect(memory.candidates(host, [tested])).toEqual([tested])
    memory.rejected(host, tested)
    expect(memory.attempts(host)).toEqual({ used, limit: 3 })
    now += hour
  }
  expect(memory.candidates(host, [tested])).toEqual([])
  now += 22 * hour
  expect(memory.candidates(host, [tested])).toEqual([tested])
  memory.accepted(host, tested)
  expect(memory.attempts(host)).toEqual({ used: 0, limit: 3 })
})

test('tries a working credential first, until its secret changes', () => {
  const memory = createAttemptsPerDay()
  const [first, second] = credentials as [SshCredential, SshCredential]
  memory.accepted(host, second)
  expect(memory.candidates(host, [first, second])).toEqual([second, first])
  const changed = { ...second, password: 'another' } as SshCredential
  expect(memory.candidates(host, [first, changed])).toEqual([first, changed])
  memory.rejected(host, first)
  const corrected = { ...first, password: 'another' } as SshCredential
  expect(memory.candidates(host, [first, corrected])).toEqual([corrected])
})

test('tries keys before passwords, but a refused key after a working credential', () => {
  let now = 1000 * hour
  const memory = createAttemptsPerDay(() => now)
  const password = credentials[0] as SshCredential
  const key: SshCredential = { kind: 'ssh-key', username: 'k', privateKey: 'PEM' }
  expect(memory.candidates(host, [password, key])).toEqual([key, password])
  memory.accepted(host, password)
  expect(memory.candidates(host, [password, key])).toEqual([key, password])
  memory.rejected(host, key)
  now += 25 * hour
  expect(memory.candidates(host, [key, password])).toEqual([password, key])
  memory.accepted(host, key)
  expect(memory.candidates(host, [password, key])).toEqual([key, password])
})
