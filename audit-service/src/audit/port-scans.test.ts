import { expect, test } from 'vitest'
import type { NmapHost } from '../probes/nmap/parse-host.ts'
import { createPortScans } from './port-scans.ts'

const host = (address: string): NmapHost => ({ address, hostnames: [], ports: [], timedOut: false, rawXml: '' })

test('hosts found together are scanned together, and each is handed on when it is done', async () => {
  const batches: string[][] = []
  const scans = createPortScans(async (addresses, onHost) => {
    batches.push([...addresses])
    for (const address of addresses) onHost(host(address))
  })
  const found = await Promise.all(['10.0.0.1', '10.0.0.2', '10.0.0.3'].map((address) => scans.scan(address)))
  expect(batches).toEqual([['10.0.0.1', '10.0.0.2', '10.0.0.3']])
  expect(found.map((each) => each?.address)).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3'])
})

test('a host that nmap says nothing of is undefined, and a failed run rejects its hosts only', async () => {
  let runs = 0
  const scans = createPortScans(async (addresses) => {
    runs += 1
    if (addresses.includes('10.0.0.9')) throw new Error('nmap was killed')
  })
  const failing = scans.scan('10.0.0.9')
  await expect(failing).rejects.toThrow('nmap was killed')
  expect(await scans.scan('10.0.0.1')).toBeUndefined()
  expect(runs).toBe(2)
})

test('no more than two runs at once, however many hosts there are', async () => {
  let running = 0
  let most = 0
  const scans = createPortScans(async (addresses, onHost) => {
    running += 1
    most = Math.max(most, running)
    await Promise.resolve()
    for (const address of addresses) onHost(host(address))
    running -= 1
  })
  const addresses = Array.from({ length: 500 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)
  const found = await Promise.all(addresses.map((address) => scans.scan(address)))
  expect(found.every((each, i) => each?.address === addresses[i])).toBe(true)
  expect(most).toBeLessThanOrEqual(2)
})
