import type { Libraries } from './libraries.ts'

const localMachine = 0xffffffff80000002n
const notifyIn64BitView = 0x0010 | 0x0100
/** Keys below that appear or disappear, and values that are written. */
const namesAndValues = 0x1 | 0x4
const signaled = 0

type Watched = { path: string; event: bigint; key: bigint | undefined }

/**
 * Returns a function that counts the changes below keys of HKLM (RegNotifyChangeKeyValue). Windows records a change
 * while nobody asks, so this needs no thread. Some changes between two calls count once. A key that is missing is
 * watched from the call that finds it.
 */
export function countRegistryChanges({ kernel32, systemLibrary }: Libraries, paths: readonly string[]): () => number {
  const advapi32 = systemLibrary('advapi32.dll')
  const openKey = advapi32.func('int RegOpenKeyExW(uint64_t, str16, uint32_t, uint32_t, void *)')
  const closeKey = advapi32.func('int RegCloseKey(uint64_t)')
  const notify = advapi32.func('int RegNotifyChangeKeyValue(uint64_t, int, uint32_t, uint64_t, int)')
  const createEvent = kernel32.func('uint64_t CreateEventW(void *, int, int, void *)')
  const wait = kernel32.func('uint32_t WaitForSingleObject(uint64_t, uint32_t)')

  const watched = paths.map((path): Watched => ({ path, event: BigInt(createEvent(null, 0, 0, null)), key: undefined }))
  const open = (path: string): bigint | undefined => {
    const handle = Buffer.alloc(8)
    const code = openKey(localMachine, path, 0, notifyIn64BitView, handle)
    return code === 0 ? handle.readBigUInt64LE() : undefined
  }
  /** Asks for one notice of the next change; a key that was deleted is closed. */
  const arm = (each: Watched): void => {
    if (each.key === undefined || notify(each.key, 1, namesAndValues, each.event, 1) === 0) return
    closeKey(each.key)
    each.key = undefined
  }
  const begin = (each: Watched): boolean => {
    each.key = open(each.path)
    arm(each)
    return each.key !== undefined
  }
  let changes = 0
  for (const each of watched) begin(each)
  return () => {
    for (const each of watched) {
      if (each.key === undefined) {
        if (begin(each)) changes += 1
      } else if (wait(each.event, 0) === signaled) {
        changes += 1
        arm(each)
      }
    }
    return changes
  }
}
