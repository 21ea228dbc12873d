import { ipText } from './adapters.ts'
import { BlockReader } from './memory-block.ts'

type ListenerRow = { address: string; port: number; processId: number }

/** Layouts of the rows of MIB_TCPTABLE_OWNER_PID, MIB_UDPTABLE_OWNER_PID and those for IPv6 (tcpmib.h, udpmib.h). */
const layouts = {
  tcp4: { rowBytes: 24, addressAt: 4, addressBytes: 4, portAt: 8, processAt: 20 },
  tcp6: { rowBytes: 56, addressAt: 0, addressBytes: 16, portAt: 20, processAt: 52 },
  udp4: { rowBytes: 12, addressAt: 0, addressBytes: 4, portAt: 4, processAt: 8 },
  udp6: { rowBytes: 28, addressAt: 0, addressBytes: 16, portAt: 20, processAt: 24 },
}

export function decodeListeners(bytes: Buffer, kind: keyof typeof layouts): ListenerRow[] {
  const { rowBytes, addressAt, addressBytes, portAt, processAt } = layouts[kind]
  const table = new BlockReader({ address: 0n, bytes })
  const count = table.u32(0)
  // The table is read whole or not at all.
  table.bytes(4, count * rowBytes)
  return Array.from({ length: count }, (_, index) => {
    const row = 4 + index * rowBytes
    return {
      address: ipText(table.bytes(row + addressAt, addressBytes)) ?? '',
      port: table.bytes(row + portAt, 2).readUInt16BE(),
      processId: table.u32(row + processAt),
    }
  })
}
