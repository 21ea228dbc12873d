import { LimitError } from '../host.ts'
import type { Counted, WindowsApi } from './api.ts'
import { callError, errorCode, type Handle, type Libraries } from './libraries.ts'
import { BlockReader } from './memory-block.ts'
import { sidBytes, sidText } from './sid.ts'

type AccountsApi = Pick<WindowsApi, 'services' | 'localUsers' | 'accountSid' | 'administratorSids'>

/** SC_MANAGER_CONNECT | SC_MANAGER_ENUMERATE_SERVICE */
const mayEnumerate = 1 | 4
/** SERVICE_WIN32 and SERVICE_STATE_ALL: all that are not drivers. */
const windowsServices = 0x30
const everyState = 3
/** The largest buffer that EnumServicesStatusExW accepts. */
const servicesBytesMax = 256 * 1024
const piecesMax = 64

const ordinaryAccounts = 2
const userLevel = 20
const memberLevel = 0
/** Amount of bytes that one call is to return. */
const preferredBytes = 256 * 1024

const administrators = 'S-1-5-32-544'
const sidBytesMax = 68
/** SidTypeUser: a machine may have the name of an account. */
const userSid = 1
const nameUnitsMax = 512

export function nativeAccounts({ systemLibrary, lastError, addressOf, copy }: Libraries): AccountsApi {
  const advapi32 = systemLibrary('advapi32.dll')
  const netapi32 = systemLibrary('netapi32.dll')
  const openManager = advapi32.func('uint64_t OpenSCManagerW(void *, void *, uint32_t)')
  const closeService = advapi32.func('int CloseServiceHandle(uint64_t)')
  const enumServices = advapi32.func(
    'int EnumServicesStatusExW(uint64_t, int, uint32_t, uint32_t, void *, uint32_t, void *, void *, void *, void *)',
  )
  const lookupName = advapi32.func('int LookupAccountNameW(void *, str16, void *, void *, void *, void *, void *)')
  const lookupSid = advapi32.func('int LookupAccountSidW(void *, void *, void *, void *, void *, void *, void *)')
  const enumUsers = netapi32.func(
    'uint32_t NetUserEnum(void *, uint32_t, uint32_t, void *, uint32_t, void *, void *, void *)',
  )
  const enumMembers = netapi32.func(
    'uint32_t NetLocalGroupGetMembers(void *, str16, uint32_t, void *, uint32_t, void *, void *, void *)',
  )
  const bufferSize = netapi32.func('uint32_t NetApiBufferSize(uint64_t, void *)')
  const bufferFree = netapi32.func('uint32_t NetApiBufferFree(uint64_t)')

  /** Calls an enumeration of netapi32 until it has returned everything. */
  const pieces = (what: string, call: (...out: [Buffer, Buffer, Buffer, Buffer]) => number): Counted[] => {
    const found: Counted[] = []
    const [pointer, read, total, resume] = [Buffer.alloc(8), Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(8)]
    for (let more = true; more; ) {
      if (found.length === piecesMax) throw new LimitError(`${what} returned more than ${piecesMax} pieces`)
      const code = call(pointer, read, total, resume)
      more = code === errorCode.moreData
      if (code !== 0 && !more) throw callError(what, code)
      const address = pointer.readBigUInt64LE()
      if (address === 0n) break
      try {
        const size = Buffer.alloc(4)
        const problem = bufferSize(address, size)
        if (problem !== 0) throw callError('NetApiBufferSize', problem)
        found.push({ block: copy(address, size.readUInt32LE()), count: read.readUInt32LE() })
      } finally {
        bufferFree(address)
      }
    }
    return found
  }

  return {
    services: () => {
      const manager = BigInt(openManager(null, null, mayEnumerate) as Handle)
      if (manager === 0n) throw callError('OpenSCManagerW', lastError())
      try {
        const found: Counted[] = []
        const [needed, count, resume] = [Buffer.alloc(4), Buffer.alloc(4), Buffer.alloc(4)]
        for (let more = true; more; ) {
          if (found.length === piecesMax) throw new LimitError(`there are more than ${piecesMax} pieces of services`)
          const bytes = Buffer.alloc(servicesBytesMax)
          const isLast = enumServices(
            ...[manager, 0, windowsServices, everyState, bytes, bytes.length],
            ...[needed, count, resume, null],
          )
          const code = isLast ? 0 : lastError()
          more = code === errorCode.moreData
          if (code !== 0 && !more) throw callError('EnumServicesStatusExW', code)
          found.push({ block: { address: addressOf(bytes), bytes }, count: count.readUInt32LE() })
        }
        return found
      } finally {
        closeService(manager)
      }
    },
    localUsers: () =>
      pieces('NetUserEnum', (pointer, read, total, resume) =>
        enumUsers(null, userLevel, ordinaryAccounts, pointer, preferredBytes, read, total, resume),
      ),
    accountSid: (name) => {
      const [sid, bytes] = [Buffer.alloc(sidBytesMax), Buffer.alloc(4)]
      const [domain, units, use] = [Buffer.alloc(nameUnitsMax * 2), Buffer.alloc(4), Buffer.alloc(4)]
      bytes.writeUInt32LE(sidBytesMax)
      units.writeUInt32LE(nameUnitsMax)
      const isFound = lookupName(null, name, sid, bytes, domain, units, use)
      return isFound && use.readUInt32LE() === userSid ? sidText(sid) : undefined
    },
    administratorSids: () => {
      const [name, units] = [Buffer.alloc(nameUnitsMax * 2), Buffer.alloc(4)]
      const [domain, domainUnits, use] = [Buffer.alloc(nameUnitsMax * 2), Buffer.alloc(4), Buffer.alloc(4)]
      units.writeUInt32LE(nameUnitsMax)
      domainUnits.writeUInt32LE(nameUnitsMax)
      if (!lookupSid(null, sidBytes(administrators), name, units, domain, domainUnits, use))
        throw callError('LookupAccountSidW', lastError())
      const group = name.toString('utf16le', 0, units.readUInt32LE() * 2)
      return pieces('NetLocalGroupGetMembers', (pointer, read, total, resume) =>
        enumMembers(null, group, memberLevel, pointer, preferredBytes, read, total, resume),
      ).flatMap(({ block, count }) =>
        Array.from({ length: count }, (_, index) => {
          const sid = new BlockReader(block, index * 8).target(0)
          return sid && sidText(sid.rest(sidBytesMax))
        }).filter((sid) => sid !== undefined),
      )
    },
  }
}
