import { LimitError } from '../host.ts'
import type { Registry, RegistryView } from './api.ts'
import { callError, errorCode, type Libraries } from './libraries.ts'
import { decodeRegistryValue, namesMax, type RegistryValue, RegistryValues, valueBytesMax } from './registry-values.ts'
import { timeOfFiletime } from './times.ts'

/** Predefined handles of winreg.h, extended by their sign to 64 bits. */
const roots: Record<string, bigint> = { HKLM: 0xffffffff80000002n, HKU: 0xffffffff80000003n }

const keyRead = 0x20019
const viewFlag: Record<RegistryView, number> = { '64-bit': 0x100, '32-bit': 0x200 }

/** Windows allows 255 characters for the name of a key and 16,383 for that of a value. */
const nameUnitsMax = 16_384

export function nativeRegistry({ systemLibrary }: Libraries): Registry {
  const advapi32 = systemLibrary('advapi32.dll')
  const openKey = advapi32.func('int RegOpenKeyExW(uint64_t, str16, uint32_t, uint32_t, void *)')
  const closeKey = advapi32.func('int RegCloseKey(uint64_t)')
  const enumKey = advapi32.func('int RegEnumKeyExW(uint64_t, uint32_t, void *, void *, void *, void *, void *, void *)')
  const enumValue = advapi32.func(
    'int RegEnumValueW(uint64_t, uint32_t, void *, void *, void *, void *, void *, void *)',
  )
  const queryInfo = advapi32.func(
    'int RegQueryInfoKeyW(uint64_t, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *, void *)',
  )
  const name = Buffer.alloc(nameUnitsMax * 2)
  const nameUnits = Buffer.alloc(4)
  const type = Buffer.alloc(4)
  const data = Buffer.alloc(valueBytesMax)
  const dataBytes = Buffer.alloc(4)

  /** Opens a key, reads it and closes it; undefined for a missing key. */
  const within = <T>(path: string, view: RegistryView, read: (key: bigint) => T): T | undefined => {
    const slash = path.indexOf('\\')
    const root = roots[slash < 0 ? path : path.slice(0, slash)]
    if (root === undefined) throw new Error(`not a path of the registry: ${path}`)
    const handle = Buffer.alloc(8)
    const code = openKey(root, slash < 0 ? '' : path.slice(slash + 1), 0, keyRead | viewFlag[view], handle)
    if (isMissing(code)) return undefined
    if (code !== 0) throw callError(`registry key ${path}`, code)
    const key = handle.readBigUInt64LE()
    try {
      return read(key)
    } finally {
      closeKey(key)
    }
  }

  /** Calls `next` with 0, 1, 2, … up to the last item. */
  const each = (path: string, next: (index: number) => number) => {
    for (let index = 0; ; index += 1) {
      if (index >= namesMax) throw new LimitError(`registry key ${path} has more than ${namesMax} names`)
      nameUnits.writeUInt32LE(nameUnitsMax)
      const code = next(index)
      if (code === errorCode.noMoreItems || isMissing(code)) return
      if (code !== 0) throw callError(`registry key ${path}`, code)
    }
  }
  const currentName = () => name.toString('utf16le', 0, nameUnits.readUInt32LE() * 2)

  return {
    keys: (path, view = '64-bit') =>
      within(path, view, (key) => {
        const names: string[] = []
        each(path, (index) => {
          const code = enumKey(key, index, name, nameUnits, null, null, null, null)
          if (code === 0) names.push(currentName())
          return code
        })
        return names.sort()
      }) ?? [],
    values: (path, view = '64-bit') =>
      within(path, view, (key) => {
        const values: [string, RegistryValue][] = []
        each(path, (index) => {
          dataBytes.writeUInt32LE(valueBytesMax)
          const code = enumValue(key, index, name, nameUnits, null, type, data, dataBytes)
          const bytes = dataBytes.readUInt32LE()
          if (code === errorCode.moreData) {
            values.push([nameOf(key, index), { type: 'oversized', bytes }])
            return 0
          }
          // The buffer is used again: a value must own its bytes.
          if (code === 0)
            values.push([currentName(), decodeRegistryValue(type.readUInt32LE(), Buffer.from(data.subarray(0, bytes)))])
          return code
        })
        return new RegistryValues(values)
      }) ?? new RegistryValues([]),
    writtenAt: (path, view = '64-bit') =>
      within(path, view, (key) => {
        const time = Buffer.alloc(8)
        const code = queryInfo(key, null, null, null, null, null, null, null, null, null, null, time)
        if (code !== 0) throw callError(`registry key ${path}`, code)
        return timeOfFiletime(time.readBigUInt64LE())
      }),
  }

  /** Returns the name of a value whose data did not fit: the call that failed may not have written it. */
  function nameOf(key: bigint, index: number): string {
    nameUnits.writeUInt32LE(nameUnitsMax)
    const code = enumValue(key, index, name, nameUnits, null, null, null, null)
    return code === 0 ? currentName() : ''
  }
}

const isMissing = (code: number): boolean =>
  code === errorCode.fileNotFound || code === errorCode.pathNotFound || code === errorCode.keyDeleted
