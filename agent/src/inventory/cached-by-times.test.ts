import { expect, it } from 'vitest'
import { recordedHost } from '../platform/testing/recorded-host.ts'
import { cachedByFiles } from './cached-by-times.ts'

const files = [
  { folder: '/etc', suffix: 'shadow' },
  { folder: '/var/lib', suffix: '' },
]

/** Returns the fingerprint for which a text is stored; undefined if it is computed each time. */
async function fingerprintOf(modified: Record<string, number>, of?: string): Promise<string | undefined> {
  let stored: string | undefined
  const host = recordedHost({ modified })
  host.cached = async (_key, fingerprint, compute) => {
    stored = fingerprint
    return compute()
  }
  expect(await cachedByFiles(host, 'x', { files, ...(of !== undefined && { of }) }, async () => 'text')).toBe('text')
  return stored
}

it('stores a text for names and times of files, and for what else it depends on', async () => {
  const modified = { '/etc/shadow': 1, '/var/lib/a': 2 }
  const first = await fingerprintOf(modified)
  expect(await fingerprintOf({ ...modified, '/etc/passwd': 3, '/var/lib/a/b': 3 })).toBe(first)
  const others = [
    await fingerprintOf({ ...modified, '/etc/shadow': 3 }),
    await fingerprintOf({ '/etc/shadow': 1, '/var/lib/b': 2 }),
    await fingerprintOf({ '/etc/shadow': 1 }),
    await fingerprintOf(modified, 'of'),
  ]
  expect(new Set([first, ...others]).size).toBe(5)
})

it('stores no text while a file may still be changing', async () => {
  expect(await fingerprintOf({ '/etc/shadow': Math.floor(Date.now() / 1000) })).toBeUndefined()
})

it('reads no times of a machine without a cache', async () => {
  const host = { ...recordedHost({}), modifiedTimes: () => Promise.reject(new Error('read')) }
  expect(await cachedByFiles(host, 'x', { files }, async () => 'text')).toBe('text')
})
