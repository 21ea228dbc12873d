import { expect, test, vi } from 'vitest'
import type { NmapHost } from '../probes/nmap/parse-host.ts'
import { createPortScans } from './port-scans.ts'

const host = (address: string): NmapHost => ({ address, hostnames: [], ports: [], timedOut: false, rawXml: '' })

const batching = { hostsMax: 64, atOnce: 2 }
const never = new AbortController().signal

test('scans hosts found together in one run, and reports each when it is done', async () => {
  const batches: string[][] = []
  const scans = createPortScans(async (jobs, onHost) => {
    const addresses = jobs.map(({ address }) => address)
    batches.push([...addresses])
    for (const address of addresses) onHost(host(address))
  }, batching)
  const found = await Promise.all(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => scans.scan({ address }, never)))
  expect(batches).toEqual([['10.0.0.1', '10.0.0.2', '10.0.0.3']])
  expect(found.map((each) => each?.address)).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3'])
})

test('returns undefined for a host without a result, and rejects only hosts of a failed run', async () => {
  let runs = 0
  const scans = createPortScans(async (jobs) => {
    const addresses = jobs.map(({ address }) => address)
    runs += 1
    if (addresses.includes('10.0.0.9')) throw new Error('nmap was killed')
  }, batching)
  const failing = scans.scan({ address: '10.0.0.9' }, never)
  await expect(failing).rejects.toThrow('nmap was killed')
  expect(await scans.scan({ address: '10.0.0.1' }, never)).toBeUndefined()
  expect(runs).toBe(2)
})

test('limits concurrent runs to two', async () => {
  let running = 0
  let most = 0
  const scans = createPortScans(async (jobs, onHost) => {
    const addresses = jobs.map(({ address }) => address)
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    for (const address of addresses) onHost(host(address))
    running -= 1
  }, batching)
  const addresses = Array.from({ length: 500 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)
  const found = await Promise.all(addresses.map((address) => scans.scan({ address }, never)))
  expect(found.every((each, i) => each?.address === addresses[i])).toBe(true)
  expect(most).toBeLessThanOrEqual(2)
})

test('stops waiting for a host whose time is up, before and during its run', async () => {
  const asked: string[] = []
  const scans = createPortScans((jobs) => {
    asked.push(...jobs.map(({ address }) => address))
    return new Promise(() => undefined)
  }, batching)
  const early = new AbortController()
  const late = new AbortController()
  const waiting = scans.scan({ address: '10.0.0.1' }, early.signal)
  const running = scans.scan({ address: '10.0.0.2' }, late.signal)
  early.abort(new Error('time is up'))
  await expect(waiting).rejects.toThrow('time is up')
  await vi.waitFor(() => expect(asked).toEqual(['10.0.0.2']))
  late.abort(new Error('time is up too'))
  await expect(running).rejects.toThrow('time is up too')
})
