import type { MemoryBlock } from '../memory-block.ts'
import { MemoryWriter } from './memory-writer.ts'

type AdapterFacts = {
  id: string
  name: string
  description: string
  type: number
  mac?: number[]
  operStatus?: number
  metric?: number
  speedBps?: bigint
  addresses?: { bytes: number[]; prefixLength: number; isTemporary?: boolean }[]
  gateways?: number[][]
  dnsServers?: number[][]
}

const adapterBytes = 448
const addressBytes = 64

/** Builds a chain of IP_ADAPTER_ADDRESSES_LH (iptypes.h) for 64-bit Windows. */
export function adapterChain(adapters: readonly AdapterFacts[]): MemoryBlock {
  const memory = new MemoryWriter()
  let previous: number | undefined
  for (const [index, facts] of adapters.entries()) {
    const at = memory.allocate(adapterBytes)
    if (previous !== undefined) memory.pointer(previous + 8, at)
    previous = at
    memory.u32(at, adapterBytes)
    memory.u32(at + 4, index + 1)
    memory.narrowText(at + 16, facts.id)
    memory.wideText(at + 64, facts.description)
    memory.wideText(at + 72, facts.name)
    memory.bytes(at + 80, Uint8Array.from(facts.mac ?? []))
    memory.u32(at + 88, facts.mac?.length ?? 0)
    memory.u32(at + 96, 1500)
    memory.u32(at + 100, facts.type)
    memory.u32(at + 104, facts.operStatus ?? 1)
    memory.u64(at + 184, facts.speedBps ?? 1_000_000_000n)
    memory.u32(at + 216, facts.metric ?? 25)
    memory.u32(at + 220, facts.metric ?? 25)
    const lists = [
      { first: at + 24, addresses: facts.addresses ?? [] },
      { first: at + 208, addresses: (facts.gateways ?? []).map((bytes) => ({ bytes, prefixLength: 0 })) },
      { first: at + 48, addresses: (facts.dnsServers ?? []).map((bytes) => ({ bytes, prefixLength: 0 })) },
    ]
    for (const { first, addresses } of lists) {
      let from = first
      for (const address of addresses) {
        const item = addressItem(memory, address)
        memory.pointer(from, item)
        from = item + 8
      }
    }
  }
  return memory.block()
}

type Address = NonNullable<AdapterFacts['addresses']>[number]

function addressItem(memory: MemoryWriter, { bytes, prefixLength, isTemporary }: Address): number {
  const item = memory.allocate(addressBytes)
  const socket = memory.allocate(28)
  const isIpv4 = bytes.length === 4
  memory.u16(socket, isIpv4 ? 2 : 23)
  memory.bytes(socket + (isIpv4 ? 4 : 8), Uint8Array.from(bytes))
  memory.pointer(item + 16, socket)
  memory.u32(item + 24, isIpv4 ? 16 : 28)
  memory.u32(item + 36, isTemporary ? 5 : 3)
  memory.u8(item + 56, prefixLength)
  return item
}
