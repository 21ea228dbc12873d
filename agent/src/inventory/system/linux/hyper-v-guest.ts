import { readValue } from '../../../platform/host.ts'
import { guestKind } from '../../hardware/virtualization.ts'
import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { textOrNone } from '../../text.ts'

const folder = '/var/lib/hyperv'
/** Values of the host, as hv_kvp_daemon(8) stores them: records of a key and a value, each filled with NUL. */
const pool = '.kvp_pool_3'
const keyBytes = 512
const recordBytes = keyBytes + 2048
const poolBytesMax = 1024 * recordBytes

/** Reads the name of the computer that runs this guest of Hyper-V. */
export const hyperVGuest: Source<HardwarePart> = {
  name: 'hyper-v-guest',
  reads: ['system.virtualizationHost'],
  // The disk of a guest that has moved to another hypervisor or to hardware still has the file.
  isAvailable: async (host) => {
    if (!(await host.listFolder(folder)).includes(pool)) return false
    const names = ['sys_vendor', 'product_name'].map((name) => readValue(host, `/sys/class/dmi/id/${name}`))
    const [vendor, product] = await Promise.all(names)
    return guestKind({ vendor, product }) === 'microsoft'
  },
  collect: async (host) => {
    const values = recordsOf((await host.readBytes(`${folder}/${pool}`, poolBytesMax)) ?? Buffer.alloc(0))
    const names = ['PhysicalHostNameFullyQualified', 'PhysicalHostName'].map((key) => textOrNone(values.get(key)))
    return { system: { virtualizationHost: names.find((name) => name !== undefined) } }
  },
}

/** Returns the values by key; a last record that was written in part is left out. */
function recordsOf(bytes: Buffer): Map<string, string> {
  const text = (start: number, end: number) => bytes.toString('utf8', start, end).split('\0', 1)[0] ?? ''
  return new Map(
    Array.from({ length: Math.floor(bytes.length / recordBytes) }, (_, index) => {
      const start = index * recordBytes
      return [text(start, start + keyBytes), text(start + keyBytes, start + recordBytes)] as const
    }),
  )
}
