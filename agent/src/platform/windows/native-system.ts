import { LimitError } from '../host.ts'
import type { WindowsApi } from './api.ts'
import { callError, errorCode, growing, type Libraries } from './libraries.ts'
import { decodeProcessEntry, processEntryBytes } from './processes.ts'

type SystemApi = Pick<
  WindowsApi,
  | 'smbiosTables'
  | 'computerName'
  | 'osVersion'
  | 'uptimeMs'
  | 'memoryStatus'
  | 'processors'
  | 'adapters'
  | 'listenerTable'
  | 'processNames'
  | 'tpmDevice'
>

/** COMPUTER_NAME_FORMAT. */
const nameFormat = { netbios: 4, dnsHostname: 5, dnsDomain: 6 }

/** Provider of GetSystemFirmwareTable, the characters RSMB. */
const rawSmbios = 0x52534d42
const versionInfoBytes = 284
const memoryStatusBytes = 64
const relationAll = 0xffff
/** GAA_FLAG_SKIP_ANYCAST | GAA_FLAG_SKIP_MULTICAST | GAA_FLAG_INCLUDE_GATEWAYS */
const adapterFlags = 0x2 | 0x4 | 0x80
const addressFamily = { 4: 2, 6: 23 }
/** TCP_TABLE_OWNER_PID_LISTENER and UDP_TABLE_OWNER_PID. */
const tableClass = { tcp: 3, udp: 1 }
const processesMax = 65_536
const snapshotOfProcesses = 2
const invalidHandle = 0xffffffffffffffffn
const tpmDeviceInfoBytes = 16
const tpmNotFound = 0x8028400f

export function nativeSystem({ kernel32, systemLibrary, lastError, addressOf }: Libraries): SystemApi {
  const getFirmwareTable = kernel32.func('uint32_t GetSystemFirmwareTable(uint32_t, uint32_t, void *, uint32_t)')
  const getComputerName = kernel32.func('int GetComputerNameExW(int, void *, void *)')
  const getVersion = systemLibrary('ntdll.dll').func('int RtlGetVersion(void *)')
  const getTickCount = kernel32.func('uint64_t GetTickCount64()')
  const getMemoryStatus = kernel32.func('int GlobalMemoryStatusEx(void *)')
  const getProcessors = kernel32.func('int GetLogicalProcessorInformationEx(int, void *, void *)')
  const iphlpapi = systemLibrary('iphlpapi.dll')
  const getAdapters = iphlpapi.func('uint32_t GetAdaptersAddresses(uint32_t, uint32_t, void *, void *, void *)')
  const getTable = {
    tcp: iphlpapi.func('uint32_t GetExtendedTcpTable(void *, void *, int, uint32_t, int, uint32_t)'),
    udp: iphlpapi.func('uint32_t GetExtendedUdpTable(void *, void *, int, uint32_t, int, uint32_t)'),
  }
  const snapshot = kernel32.func('uint64_t CreateToolhelp32Snapshot(uint32_t, uint32_t)')
  const firstProcess = kernel32.func('int Process32FirstW(uint64_t, void *)')
  const nextProcess = kernel32.func('int Process32NextW(uint64_t, void *)')
  const closeHandle = kernel32.func('int CloseHandle(uint64_t)')
  const codeOf = (isSuccess: number) => (isSuccess ? 0 : lastError())

  return {
    smbiosTables: () => {
      const bytes = getFirmwareTable(rawSmbios, 0, null, 0)
      if (bytes === 0) return undefined
      const table = Buffer.alloc(bytes)
      return table.subarray(0, Math.min(bytes, getFirmwareTable(rawSmbios, 0, table, bytes)))
    },
    computerName: (kind) => {
      const units = Buffer.alloc(4)
      units.writeUInt32LE(1024)
      const name = Buffer.alloc(2048)
      if (!getComputerName(nameFormat[kind], name, units)) throw callError('GetComputerNameExW', lastError())
      return name.toString('utf16le', 0, units.readUInt32LE() * 2) || undefined
    },
    osVersion: () => sized(versionInfoBytes, (info) => getVersion(info), 'RtlGetVersion'),
    uptimeMs: () => Number(getTickCount()),
    memoryStatus: () => sized(memoryStatusBytes, (info) => codeOf(getMemoryStatus(info)), 'GlobalMemoryStatusEx'),
    processors: () =>
      growing('GetLogicalProcessorInformationEx', (buffer, size) => codeOf(getProcessors(relationAll, buffer, size))),
    adapters: () => {
      let isEmpty = false
      const bytes = growing(
        'GetAdaptersAddresses',
        (buffer, size) => {
          const code = getAdapters(0, adapterFlags, null, buffer, size)
          isEmpty = code === errorCode.noData
          return isEmpty ? 0 : code
        },
        { tooSmall: errorCode.bufferOverflow },
      )
      return isEmpty ? { address: 0n, bytes: Buffer.alloc(0) } : { address: addressOf(bytes), bytes }
    },
    listenerTable: (protocol, family) =>
      growing(`table of ${protocol} over IPv${family}`, (buffer, size) =>
        getTable[protocol](buffer, size, 0, addressFamily[family], tableClass[protocol], 0),
      ),
    processNames: () => {
      const handle = BigInt(snapshot(snapshotOfProcesses, 0))
      if (handle === invalidHandle) throw callError('CreateToolhelp32Snapshot', lastError())
      try {
        const names = new Map<number, string>()
        const entry = Buffer.alloc(processEntryBytes)
        entry.writeUInt32LE(processEntryBytes)
        for (let more = firstProcess(handle, entry); more; more = nextProcess(handle, entry)) {
          const { id, name } = decodeProcessEntry(entry)
          names.set(id, name)
          if (names.size > processesMax) throw new LimitError(`there are more than ${processesMax} processes`)
        }
        return names
      } finally {
        closeHandle(handle)
      }
    },
    tpmDevice: () => {
      const tbs = systemLibrary('tbs.dll')
      const info = Buffer.alloc(tpmDeviceInfoBytes)
      const code = tbs.func('uint32_t Tbsi_GetDeviceInfo(uint32_t, void *)')(tpmDeviceInfoBytes, info)
      if (code === tpmNotFound) return undefined
      if (code !== 0) throw new Error(`Tbsi_GetDeviceInfo failed with error 0x${code.toString(16)}`)
      return info
    },
  }
}

/** Calls a function that fills a structure whose first four bytes are its size. */
function sized(bytes: number, call: (info: Buffer) => number, what: string): Buffer {
  const info = Buffer.alloc(bytes)
  info.writeUInt32LE(bytes)
  const code = call(info)
  if (code !== 0) throw callError(what, code)
  return info
}
