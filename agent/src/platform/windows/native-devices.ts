import { LimitError } from '../host.ts'
import type { WindowsApi } from './api.ts'
import { callError, errorCode, growing, type Handle, type Libraries, onThread } from './libraries.ts'

type DeviceApi = Pick<WindowsApi, 'deviceNames' | 'deviceControl' | 'readDevice' | 'volumes' | 'volumeDetails'>

const shareAll = 1 | 2
const openExisting = 3
const genericRead = 0x80000000
const invalidHandle = 0xffffffffffffffffn
/** DRIVE_CDROM: a medium comes and goes, and has its name from who made it. */
const opticalDrive = 5
const volumesMax = 4096
const volumeNameUnits = 64
const labelUnits = 261

/**
 * NTSTATUS codes of a device that does not know a request, has no medium or is gone. Many drivers answer an unknown
 * request with an I/O error (the last one).
 */
const notSupported = new Set([
  ...[0xc0000002, 0xc0000010, 0xc000000d, 0xc00000bb],
  ...[0xc0000013, 0xc0000178, 0xc00000a3, 0xc000009d],
  0xc0000185,
])
const statusBufferOverflow = 0x80000005
const statusAccessDenied = 0xc0000022

/** Calls that reach a device run on another thread: one that hangs costs only its source. */
export function nativeDevices({ kernel32, systemLibrary, lastError }: Libraries): DeviceApi {
  const ntdll = systemLibrary('ntdll.dll')
  const queryDosDevice = kernel32.func('uint32_t QueryDosDeviceW(str16, void *, uint32_t)')
  const createFile = kernel32.func(
    'uint64_t CreateFileW(str16, uint32_t, uint32_t, void *, uint32_t, uint32_t, uint64_t)',
  )
  const closeHandle = kernel32.func('int CloseHandle(uint64_t)')
  // These return their error, where the functions above them leave it to the thread that ran them.
  const control = onThread(
    ntdll.func(
      'uint32_t NtDeviceIoControlFile(uint64_t, uint64_t, void *, void *, void *, uint32_t, void *, uint32_t, void *, uint32_t)',
    ),
  )
  const readFile = onThread(
    ntdll.func('uint32_t NtReadFile(uint64_t, uint64_t, void *, void *, void *, void *, uint32_t, void *, void *)'),
  )
  const firstVolume = kernel32.func('uint64_t FindFirstVolumeW(void *, uint32_t)')
  const nextVolume = kernel32.func('int FindNextVolumeW(uint64_t, void *, uint32_t)')
  const closeVolumes = kernel32.func('int FindVolumeClose(uint64_t)')
  const pathNames = kernel32.func('int GetVolumePathNamesForVolumeNameW(str16, void *, uint32_t, void *)')
  const driveType = kernel32.func('uint32_t GetDriveTypeW(str16)')
  const volumeInformation = onThread(
    kernel32.func('int GetVolumeInformationW(str16, void *, uint32_t, void *, void *, void *, void *, uint32_t)'),
  )
  const freeSpace = onThread(kernel32.func('int GetDiskFreeSpaceExW(str16, void *, void *, void *)'))

  const withDevice = async <T>(name: string, access: number, use: (handle: bigint) => Promise<T>) => {
    const handle = BigInt(createFile(`\\\\.\\${name}`, access, shareAll, null, openExisting, 0, 0) as Handle)
    if (handle === invalidHandle) {
      const code = lastError()
      if (code === errorCode.fileNotFound || code === errorCode.pathNotFound) return undefined
      throw callError(`device ${name}`, code)
    }
    try {
      return await use(handle)
    } finally {
      closeHandle(handle)
    }
  }

  return {
    deviceNames: () =>
      texts(
        growing('QueryDosDeviceW', (buffer, size) => {
          const units = queryDosDevice(null, buffer, buffer.length / 2)
          if (units === 0) return lastError()
          size.writeUInt32LE(units * 2)
          return 0
        }),
      ),
    deviceControl: (name, code, input, outputBytesMax) =>
      withDevice(name, 0, async (handle) => {
        const status = Buffer.alloc(16)
        const output = Buffer.alloc(outputBytesMax)
        const result = (await control(
          ...[handle, 0, null, null, status],
          ...[code, input, input.length, output, output.length],
        )) as number
        if (result === 0 || result === statusBufferOverflow)
          return output.subarray(0, Math.min(outputBytesMax, status.readUInt32LE(8)))
        if (notSupported.has(result)) return undefined
        throw statusError(`request 0x${code.toString(16)} to ${name}`, result)
      }),
    readDevice: (name, position, bytes) =>
      withDevice(name, genericRead, async (handle) => {
        const status = Buffer.alloc(16)
        const at = Buffer.alloc(8)
        at.writeBigInt64LE(position)
        const content = Buffer.alloc(bytes)
        const result = (await readFile(handle, 0, null, null, status, content, bytes, at, null)) as number
        if (result !== 0) throw statusError(`reading ${name}`, result)
        return content.subarray(0, Math.min(bytes, status.readUInt32LE(8)))
      }),
    volumes: () => {
      const name = Buffer.alloc(volumeNameUnits * 2)
      const search = BigInt(firstVolume(name, volumeNameUnits) as Handle)
      if (search === invalidHandle) throw callError('FindFirstVolumeW', lastError())
      try {
        const volumes: { name: string; mounts: string[] }[] = []
        do {
          const [text = ''] = texts(name)
          const mounts = mountsOf(text)
          const [first] = mounts
          if (first !== undefined && driveType(first) !== opticalDrive) volumes.push({ name: text, mounts })
          if (volumes.length > volumesMax) throw new LimitError(`there are more than ${volumesMax} volumes`)
        } while (nextVolume(search, name, volumeNameUnits))
        return volumes
      } finally {
        closeVolumes(search)
      }
    },
    volumeDetails: async (mount) => {
      const label = Buffer.alloc(labelUnits * 2)
      const fileSystem = Buffer.alloc(labelUnits * 2)
      const arguments_ = [mount, label, labelUnits, null, null, null, fileSystem, labelUnits] as const
      if (!(await volumeInformation(...arguments_))) return undefined
      const size = Buffer.alloc(8)
      const free = Buffer.alloc(8)
      const hasSize = Boolean(await freeSpace(mount, null, size, free))
      return {
        label: texts(label)[0],
        fileSystem: texts(fileSystem)[0],
        sizeBytes: hasSize ? Number(size.readBigUInt64LE()) : undefined,
        freeBytes: hasSize ? Number(free.readBigUInt64LE()) : undefined,
      }
    },
  }

  function mountsOf(volume: string): string[] {
    return texts(
      growing(
        'GetVolumePathNamesForVolumeNameW',
        (buffer, units) => {
          const isRead = pathNames(volume, buffer, buffer.length / 2, units)
          units.writeUInt32LE(units.readUInt32LE() * 2)
          return isRead ? 0 : lastError()
        },
        { firstBytes: 1024, tooSmall: errorCode.moreData },
      ),
    )
  }
}

/** Decodes texts that each end in a NUL, up to an empty one. */
function texts(bytes: Buffer): string[] {
  const all = bytes.toString('utf16le').split('\0')
  const end = all.indexOf('')
  return end < 0 ? all : all.slice(0, end)
}

const statusError = (call: string, status: number): Error =>
  status === statusAccessDenied
    ? callError(call, errorCode.accessDenied)
    : new Error(`${call} failed with status 0x${status.toString(16)}`)
