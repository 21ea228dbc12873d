import { RefusedError } from '../host.ts'
import type { MemoryBlock } from './memory-block.ts'

type Koffi = Pick<typeof import('koffi'), 'load' | 'address' | 'view'>
type Library = ReturnType<Koffi['load']>

/** Pointers and handles are 64 bits; koffi returns those that fit as numbers. */
export type Handle = bigint | number

export type Libraries = {
  kernel32: Library
  /** Folder of the libraries and programs of Windows, such as `C:\\Windows\\System32`. */
  systemFolder: string
  /** Loads a library of Windows. */
  systemLibrary: (name: string) => Library
  /** Returns the error code of the last synchronous call. */
  lastError: () => number
  addressOf: (bytes: Buffer) => bigint
  /** Copies memory that Windows allocated. */
  copy: (address: Handle, bytes: number) => MemoryBlock
}

const pathUnitsMax = 260

/** LOAD_LIBRARY_SEARCH_SYSTEM32 */
const searchSystemFolder = 0x800

/**
 * Opens the libraries by their full path, because a bare name would also be searched in the folder of the program and in
 * the current one; libraries that they load themselves are searched in the folder of the system only. Windows has
 * kernel32 in each process and never searches for it.
 */
export function loadLibraries(koffi: Koffi): Libraries {
  const kernel32 = koffi.load('kernel32.dll')
  kernel32.func('int SetDefaultDllDirectories(uint32_t)')(searchSystemFolder)
  const folder = Buffer.alloc(pathUnitsMax * 2)
  const units = kernel32.func('uint32_t GetSystemDirectoryW(void *, uint32_t)')(folder, pathUnitsMax)
  const systemFolder = folder.toString('utf16le', 0, units * 2)
  const systemLibrary = (name: string) => koffi.load(`${systemFolder}\\${name}`)
  return {
    kernel32,
    systemFolder,
    systemLibrary,
    lastError: kernel32.func('uint32_t GetLastError()'),
    addressOf: (bytes) => koffi.address(bytes),
    copy: (address, bytes) => ({
      address: BigInt(address),
      bytes: Buffer.from(new Uint8Array(koffi.view(address, bytes)).slice()),
    }),
  }
}

/**
 * Lets a function run on another thread. Its buffers stay referenced up to its end, also if nobody waits any more:
 * koffi does not hold their memory.
 */
export const onThread =
  (call: ReturnType<Library['func']>) =>
  (...given: unknown[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      call.async(...given, (error: unknown, result: unknown) => {
        given.length = 0
        if (error) reject(error)
        else resolve(result)
      })
    })

/** Error codes of winerror.h. */
export const errorCode = {
  fileNotFound: 2,
  pathNotFound: 3,
  accessDenied: 5,
  privilegeNotHeld: 1314,
  insufficientBuffer: 122,
  noData: 232,
  moreData: 234,
  noMoreItems: 259,
  bufferOverflow: 111,
  keyDeleted: 1018,
}

/** Returns the error of a failed call: `RefusedError` if the user lacks the right. */
export function callError(call: string, code: number): Error {
  const isRefused = code === errorCode.accessDenied || code === errorCode.privilegeNotHeld
  return isRefused ? new RefusedError(`${call}: access denied`) : new Error(`${call} failed with error ${code}`)
}

/** Largest structure that is read, such as a table of all connections. */
const bufferBytesMax = 16 * 1024 * 1024

/**
 * Calls a function that says how large its buffer must be. It is called again while the table grows.
 *
 * @param call Fills the buffer, writes the needed size into `size`, and returns the error code.
 */
export function growing(
  what: string,
  call: (buffer: Buffer, size: Buffer) => number,
  { firstBytes = 16 * 1024, tooSmall = errorCode.insufficientBuffer }: { firstBytes?: number; tooSmall?: number } = {},
): Buffer {
  const size = Buffer.alloc(4)
  for (let bytes = firstBytes; bytes <= bufferBytesMax; bytes = Math.max(bytes * 2, size.readUInt32LE())) {
    const buffer = Buffer.alloc(bytes)
    size.writeUInt32LE(bytes)
    const code = call(buffer, size)
    if (code === 0) return buffer.subarray(0, size.readUInt32LE() || bytes)
    if (code !== tooSmall) throw callError(what, code)
  }
  throw new Error(`${what} needs more than ${bufferBytesMax} bytes`)
}
