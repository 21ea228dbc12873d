import { describe, expect, test } from 'vitest'
import { deviceReader } from '../testing/device.ts'
import { readHostResources } from './host-resources.ts'
import { readUcd } from './ucd.ts'

const storage = (index: number, type: number, name: string, units: number, size: number, used?: number) =>
  [
    `1.3.6.1.2.1.25.2.3.1.2.${index}|6|1.3.6.1.2.1.25.2.1.${type}`,
    `1.3.6.1.2.1.25.2.3.1.3.${index}|4|${name}`,
    `1.3.6.1.2.1.25.2.3.1.4.${index}|2|${units}`,
    `1.3.6.1.2.1.25.2.3.1.5.${index}|2|${size}`,
    ...(used === undefined ? [] : [`1.3.6.1.2.1.25.2.3.1.6.${index}|2|${used}`]),
  ].join('\n')
const device = (
  index: number,
  type: number,
  name: string,
) => `1.3.6.1.2.1.25.3.2.1.2.${index}|6|1.3.6.1.2.1.25.3.1.${type}
1.3.6.1.2.1.25.3.2.1.3.${index}|4|${name}`

describe('HOST-RESOURCES-MIB', () => {
  test('reads memory, volumes, disks, processors and printers', async () => {
    const host = await readHostResources(
      deviceReader(`1.3.6.1.2.1.25.2.2.0|2|8000000
${storage(1, 2, 'Physical memory', 1024, 8_000_000)}
${storage(3, 3, 'Virtual memory', 1024, 9_000_000)}
${storage(10, 3, 'Swap space', 1024, 1_000_000)}
${storage(31, 4, '/', 4096, -2147483648, 1000)}
${storage(32, 9, 'flash:', 1024, 2048, 4096)}
${storage(33, 10, '/mnt/share', 4096, 1000, 1)}
${device(1, 3, 'GenuineIntel: Intel(R) Xeon(R) CPU')}
${device(2, 3, 'GenuineIntel: Intel(R) Xeon(R) CPU')}
${device(3, 5, 'HP LaserJet 4250')}
${device(4, 6, 'SCSI disk (/dev/sda)')}
${device(5, 6, 'SCSI disk (/dev/sr0)')}
1.3.6.1.2.1.25.3.6.1.2.4|2|3
1.3.6.1.2.1.25.3.6.1.2.5|2|5
1.3.6.1.2.1.25.3.6.1.4.4|2|1000000
1.3.6.1.2.1.25.3.6.1.4.5|2|0
1.3.6.1.2.1.25.3.8.1.4.1|6|1.3.6.1.2.1.25.3.9.23
1.3.6.1.2.1.25.3.8.1.4.2|6|1.3.6.1.2.1.25.3.9.1
1.3.6.1.2.1.25.3.8.1.7.1|2|31
1.3.6.1.2.1.25.3.8.1.7.2|2|32`),
      [],
    )
    expect(host).toEqual({
      memoryBytes: 8_192_000_000,
      swapBytes: 1_024_000_000,
      volumes: [
        { mount: '/', fileSystem: 'LinuxExt2', sizeBytes: 8_796_093_022_208, freeBytes: 8_796_088_926_208 },
        { mount: 'flash:', sizeBytes: 2_097_152, freeBytes: 0 },
      ],
      disks: [
        { name: 'SCSI disk (/dev/sda)', sizeBytes: 1_024_000_000 },
        { name: 'SCSI disk (/dev/sr0)', kind: 'optical' },
      ],
      processors: [{ manufacturer: 'GenuineIntel', model: 'Intel(R) Xeon(R) CPU', threads: 2 }],
      printers: ['HP LaserJet 4250'],
    })
  })

  test('returns the RAM as memory if hrMemorySize is missing', async () => {
    const host = await readHostResources(deviceReader(storage(1, 2, 'RAM', 1024, 1000)), [])
    expect(host.memoryBytes).toBe(1_024_000)
  })
})

test('reads memory, swap and disks of UCD-SNMP-MIB, also above 2 TiB', async () => {
  const ucd = await readUcd(
    deviceReader(`1.3.6.1.4.1.2021.4.3.0|2|2000
1.3.6.1.4.1.2021.4.5.0|2|8000
1.3.6.1.4.1.2021.9.1.2.1|4|/
1.3.6.1.4.1.2021.9.1.2.2|4|/srv
1.3.6.1.4.1.2021.9.1.3.1|4|/dev/sda1
1.3.6.1.4.1.2021.9.1.3.2|4|/dev/sdb1
1.3.6.1.4.1.2021.9.1.6.1|2|1000
1.3.6.1.4.1.2021.9.1.6.2|2|2147483647
1.3.6.1.4.1.2021.9.1.7.1|2|400
1.3.6.1.4.1.2021.9.1.7.2|2|2147483647
1.3.6.1.4.1.2021.9.1.11.2|66|1000
1.3.6.1.4.1.2021.9.1.12.2|66|1
1.3.6.1.4.1.2021.9.1.13.2|66|0
1.3.6.1.4.1.2021.9.1.14.2|66|1`),
    [],
  )
  expect(ucd).toEqual({
    memoryBytes: 8_192_000,
    swapBytes: 2_048_000,
    volumes: [
      { mount: '/', device: '/dev/sda1', sizeBytes: 1_024_000, freeBytes: 409_600 },
      { mount: '/srv', device: '/dev/sdb1', sizeBytes: (2 ** 32 + 1000) * 1024, freeBytes: 2 ** 42 },
    ],
  })
})
