import { describe, expect, test } from 'vitest'
import { decodeAdapters } from './adapters.ts'
import { decodeMetadata, findMetadata } from './bitlocker.ts'
import { decodeListeners } from './listener-table.ts'
import { decodeLocalUsers } from './local-user.ts'
import { BlockReader, BrokenBlockError } from './memory-block.ts'
import { decodeProcessEntry, processEntryBytes } from './processes.ts'
import { decodeProcessors } from './processor-records.ts'
import { ownerOf } from './protected-folder.ts'
import { decodeRegistryValue, RegistryValues } from './registry-values.ts'
import { decodeServices } from './service-status.ts'
import { sidBytes, sidText } from './sid.ts'
import * as storage from './storage.ts'
import { decodeMemory, decodeTpm, decodeVersion } from './system-information.ts'
import { timeOfFiletime } from './times.ts'

const address = 0x10_0000n
const counted = (bytes: Buffer, count: number) => ({ block: { address, bytes }, count })

const decoders: Record<string, (bytes: Buffer) => unknown> = {
  adapters: (bytes) => decodeAdapters({ address, bytes }),
  'BitLocker header': findMetadata,
  'BitLocker metadata': decodeMetadata,
  'TCP table': (bytes) => decodeListeners(bytes, 'tcp6'),
  'UDP table': (bytes) => decodeListeners(bytes, 'udp4'),
  users: (bytes) => decodeLocalUsers(counted(bytes, 3)),
  services: (bytes) => decodeServices(counted(bytes, 3)),
  processors: decodeProcessors,
  version: decodeVersion,
  memory: decodeMemory,
  TPM: decodeTpm,
  'storage device': storage.decodeStorageDevice,
  'seek penalty': storage.decodeSeekPenalty,
  geometry: storage.decodeDiskSize,
  prediction: storage.decodePrediction,
  extents: storage.decodeExtents,
  'protocol data': storage.protocolData,
  'NVMe identity': storage.decodeNvmeIdentity,
  'NVMe health': storage.decodeNvmeHealth,
  SID: sidText,
  owner: ownerOf,
  'registry value': (bytes) => [0, 1, 2, 3, 4, 5, 7, 11, 99].map((kind) => decodeRegistryValue(kind, bytes)),
}

/** A generator with a seed, so that a failure can be repeated. */
function randomBytes(seed: number, length: number): Buffer {
  let state = seed
  return Buffer.from(
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      // Small numbers are lengths and counts that nearly fit.
      return state % 3 === 0 ? (state >>> 24) % 8 : state >>> 24
    }),
  )
}

test.each(Object.keys(decoders))('hostile bytes end in a value or in a named error: %s', (name) => {
  for (let seed = 1; seed <= 400; seed += 1) {
    for (const bytes of [randomBytes(seed, (seed * 37) % 700), Buffer.alloc(seed, 0xff), Buffer.alloc(seed)]) {
      try {
        decoders[name]?.(bytes)
      } catch (error) {
        expect(error, `seed ${seed}`).toBeInstanceOf(BrokenBlockError)
      }
    }
  }
})

test('a pointer to a place outside of the block is an error, also just outside', () => {
  const bytes = Buffer.alloc(24)
  for (const target of [address - 1n, address + 24n, 0xffff_ffff_ffff_ffffn]) {
    bytes.writeBigUInt64LE(target, 0)
    expect(() => new BlockReader({ address, bytes }).wideText(0)).toThrow(BrokenBlockError)
  }
  bytes.writeBigUInt64LE(0n, 0)
  expect(new BlockReader({ address, bytes }).wideText(0)).toBeUndefined()
})

// As Wine 10 answers on a machine with one socket, two cores and two threads.
const recordedProcessors = Buffer.from(
  [
    '0300000030000000000000000000000000000000000000000000000000000100',
    '03000000000000000000000000000000',
    '0000000030000000000000000000000000000000000000000000000000000100',
    '01000000000000000000000000000000',
    '0000000030000000000000000000000000000000000000000000000000000100',
    '02000000000000000000000000000000',
    '0100000030000000000000000000000000000000000000000000000000000000',
    '03000000000000000000000000000000',
    '0400000050000000010001000000000000000000000000000000000000000000',
    '02020000000000000000000000000000000000000000000000000000000000000000000000000000',
    '0300000000000000',
  ].join(''),
  'hex',
)

describe('recorded under Wine 10', () => {
  test('processors', () => {
    expect(decodeProcessors(recordedProcessors)).toEqual([{ cores: 2, threads: 2 }])
  })

  test('a disk without texts', () => {
    const device = Buffer.from(`28000000280000000700000000000000${'00'.repeat(12)}01000000${'00'.repeat(8)}`, 'hex')
    const none = { manufacturer: undefined, model: undefined, revision: undefined, serialNumber: undefined }
    expect(storage.decodeStorageDevice(device)).toEqual({ ...none, bus: 1 })
    expect(storage.decodeSeekPenalty(Buffer.from('0c0000000c00000000000000', 'hex'))).toBe(false)
    const geometry = '10270000000000000c000000ff0000003f000000000200000020a626130000000000000000000000'
    expect(storage.decodeDiskSize(Buffer.from(geometry, 'hex'))).toBe(82_252_800_000)
  })

  test('memory', () => {
    const status = '400000000300000000c098e20500000000f0a1b40500000000e098e20500000000f0a1b405000000'
    expect(decodeMemory(Buffer.from(status.padEnd(128, '0'), 'hex'))).toEqual({ totalBytes: 25_276_497_920 })
  })
})

describe('registry values', () => {
  const wide = (text: string) => Buffer.from(text, 'utf16le')

  test.each([
    ['a text', 1, wide('Büro\0'), { type: 'string', value: 'Büro' }],
    ['a text without its end', 1, wide('Büro'), { type: 'string', value: 'Büro' }],
    ['a text with bytes behind its end', 1, wide('a\0hidden\0'), { type: 'string', value: 'a' }],
    ['a text of an odd length', 1, Buffer.from([0x41, 0, 0x42]), { type: 'string', value: 'A' }],
    ['an empty text', 2, Buffer.alloc(0), { type: 'expand', value: '' }],
    ['texts', 7, wide('a\0b\0\0'), { type: 'strings', value: ['a', 'b'] }],
    ['texts without their end', 7, wide('a\0b'), { type: 'strings', value: ['a', 'b'] }],
    ['a number', 4, Buffer.from([1, 2, 0, 0]), { type: 'dword', value: 513 }],
    ['a big-endian number', 5, Buffer.from([0, 0, 2, 1]), { type: 'dword', value: 513 }],
    ['a number of a wrong length', 4, Buffer.from([1]), { type: 'binary', value: Buffer.from([1]) }],
    ['a long number', 11, Buffer.alloc(8, 1), { type: 'qword', value: 0x0101010101010101n }],
    ['bytes', 3, Buffer.from([9]), { type: 'binary', value: Buffer.from([9]) }],
    ['an unknown type', 77, Buffer.from([9]), { type: 'binary', value: Buffer.from([9]) }],
  ])('%s', (_, kind, data, value) => {
    expect(decodeRegistryValue(kind, data)).toEqual(value)
  })

  test('getters ignore the case of names and refuse unfitting types', () => {
    const values = new RegistryValues([
      ['DisplayName', { type: 'string', value: '  Editor ' }],
      ['Size', { type: 'string', value: '42' }],
      ['Build', { type: 'dword', value: 7 }],
      ['Big', { type: 'qword', value: 2n ** 63n }],
      ['Long', { type: 'oversized', bytes: 1_048_576 }],
      ['Blob', { type: 'binary', value: Buffer.from([1]) }],
    ])
    expect(values.names()).toEqual(['DisplayName', 'Size', 'Build', 'Big', 'Long', 'Blob'])
    expect(values.text('displayname')).toBe('Editor')
    expect(values.text('BUILD')).toBe('7')
    expect([values.number('size'), values.number('build')]).toEqual([42, 7])
    expect([values.number('DisplayName'), values.number('Big'), values.text('Long'), values.text('Blob')]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(values.oversized()).toEqual(['Long'])
    expect([values.strings('Size'), values.strings('Blob'), values.binary('Size')]).toEqual([['42'], [], undefined])
  })
})

test('identifiers of users become text and bytes again', () => {
  const sid = 'S-1-5-21-3623811015-3361044348-30300820-1013'
  expect(sidText(sidBytes(sid))).toBe(sid)
  expect(sidText(sidBytes('S-1-5-32-544'))).toBe('S-1-5-32-544')
  expect(sidText(sidBytes(sid).subarray(0, 20))).toBeUndefined()
  const descriptor = Buffer.concat([Buffer.from('01000480', 'hex'), Buffer.from([20, 0, 0, 0]), Buffer.alloc(12)])
  expect(ownerOf(Buffer.concat([descriptor, sidBytes(sid)]))).toBe(sid)
})

test('times before 1970 and after 2100 are none', () => {
  expect(timeOfFiletime(133_484_544_000_000_000n)?.toISOString()).toBe('2023-12-31T00:00:00.000Z')
  expect([timeOfFiletime(0n), timeOfFiletime(2n ** 63n), timeOfFiletime(2n ** 64n - 1n)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('the name of a program ends at its NUL', () => {
  const entry = Buffer.alloc(processEntryBytes, 'x\0', 'utf16le')
  entry.writeUInt32LE(1234, 8)
  entry.fill(0, 44)
  entry.write('svchost.exe\0old.exe', 44, 'utf16le')
  expect(decodeProcessEntry(entry)).toEqual({ id: 1234, name: 'svchost.exe' })
})
