import { expect, it } from 'vitest'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import { hyperVGuest } from './hyper-v-guest.ts'

const record = (key: string, value: string) =>
  Buffer.concat([Buffer.from(key.padEnd(512, '\0')), Buffer.from(value.padEnd(2048, '\0'))])
const pool = Buffer.concat([
  record('HostName', 'cluster'),
  record('PhysicalHostName', 'HV1'),
  record('PhysicalHostNameFullyQualified', 'hv1.example.com'),
  record('VirtualMachineName', 'web'),
])
const hostWith = (bytes: Buffer, vendor = 'Microsoft Corporation', product = 'Virtual Machine') =>
  recordedHost({
    files: {
      '/var/lib/hyperv/.kvp_pool_3': bytes,
      '/sys/class/dmi/id/sys_vendor': `${vendor}\n`,
      '/sys/class/dmi/id/product_name': `${product}\n`,
    },
  })

it('reads the host of a guest of Hyper-V, by its full name if there is one', async () => {
  expect(await hyperVGuest.isAvailable(hostWith(pool))).toBe(true)
  expect(await hyperVGuest.isAvailable(recordedHost({}))).toBe(false)
  // It was moved to another hypervisor, or to hardware of the same manufacturer.
  expect(await hyperVGuest.isAvailable(hostWith(pool, 'QEMU'))).toBe(false)
  expect(await hyperVGuest.isAvailable(hostWith(pool, 'Microsoft Corporation', 'Surface Pro'))).toBe(false)
  expect(await hyperVGuest.collect(hostWith(pool))).toEqual({ system: { virtualizationHost: 'hv1.example.com' } })
  const short = record('PhysicalHostName', 'HV1')
  const blank = record('PhysicalHostNameFullyQualified', ' ')
  for (const bytes of [short, Buffer.concat([blank, short])]) {
    expect(await hyperVGuest.collect(hostWith(bytes))).toEqual({ system: { virtualizationHost: 'HV1' } })
  }
})

it.each([0, 511, 512, 2559, 2560 + 600])('knows no host from the first %i bytes of the file', async (length) => {
  const part = hostWith(pool.subarray(0, length))
  expect(await hyperVGuest.collect(part)).toEqual({ system: { virtualizationHost: undefined } })
})

it('knows no host from keys and values without an end, or empty ones', async () => {
  const endless = Buffer.alloc(2560 * 3, 'x')
  const empty = record('PhysicalHostNameFullyQualified', ' ')
  for (const bytes of [endless, empty]) {
    expect((await hyperVGuest.collect(hostWith(bytes))).system?.virtualizationHost).toBeUndefined()
  }
})
