import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { LimitError } from '../host.ts'
import { BlockReader, type MemoryBlock } from './memory-block.ts'

/** A network adapter of IP_ADAPTER_ADDRESSES_LH (iptypes.h). */
export type Adapter = {
  /** GUID in braces. */
  id: string
  /** Name that the user sees and may change: `Ethernet`. */
  name: string
  description: string
  macAddress: Buffer
  index: number
  mtu: number
  /** IANAifType. */
  type: number
  operStatus: number
  /** Bits per second. */
  speedBps: bigint
  metric: { 4: number; 6: number }
  addresses: AdapterAddress[]
  gateways: string[]
  dnsServers: string[]
}

type AdapterAddress = { address: string; prefixLength: number; isTemporary: boolean }

/** Most items of one chain: a chain that leads back into itself must end too. */
const itemsMax = 4096
const macBytesMax = 8
const randomSuffix = 5

/** Decodes the chain that GetAdaptersAddresses returns. */
export function decodeAdapters(block: MemoryBlock): Adapter[] {
  if (block.bytes.length === 0) return []
  return chain(new BlockReader(block)).map((adapter) => ({
    id: adapter.narrowText(16) ?? '',
    name: adapter.wideText(72) ?? '',
    description: adapter.wideText(64) ?? '',
    macAddress: adapter.bytes(80, Math.min(adapter.u32(88), macBytesMax)),
    index: adapter.u32(4) || adapter.u32(108),
    mtu: adapter.u32(96),
    type: adapter.u32(100),
    operStatus: adapter.u32(104),
    speedBps: adapter.u64(184),
    metric: { 4: adapter.u32(216), 6: adapter.u32(220) },
    addresses: chain(adapter.target(24)).flatMap((item) => {
      const address = addressAt(item)
      return address ? { address, prefixLength: item.u8(56), isTemporary: item.u32(36) === randomSuffix } : []
    }),
    gateways: chain(adapter.target(208)).flatMap((item) => addressAt(item) ?? []),
    dnsServers: chain(adapter.target(48)).flatMap((item) => addressAt(item) ?? []),
  }))
}

/** Returns the structures of a chain; each has the pointer to the next one at offset 8. */
function chain(first: BlockReader | undefined): BlockReader[] {
  const items: BlockReader[] = []
  for (let item = first; item; item = item.target(8)) {
    if (items.push(item) > itemsMax) throw new LimitError(`a list of adapters has more than ${itemsMax} items`)
  }
  return items
}

/** Returns the address of a SOCKET_ADDRESS at offset 16; undefined for another family than IPv4 and IPv6. */
function addressAt(item: BlockReader): string | undefined {
  const socket = item.target(16)
  const family = socket?.u16(0)
  if (family === 2) return ipText(socket?.bytes(4, 4))
  return family === 23 ? ipText(socket?.bytes(8, 16)) : undefined
}

/** Converts 4 or 16 bytes in network order to the text of an IP address. */
export function ipText(bytes: Buffer | undefined): string | undefined {
  if (bytes?.length === 4) return [...bytes].join('.')
  if (bytes?.length !== 16) return undefined
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  return normaliseIp(groups.join(':'))
}
