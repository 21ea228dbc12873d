import { existsSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { callError, type Libraries, loadLibraries } from './libraries.ts'
import { sidText } from './sid.ts'

/**
 * The owner is the group of administrators. Only SYSTEM and administrators have access, to the folder and everything in
 * it; nothing is inherited from above, where each user may create files.
 */
const descriptorText = 'O:BAG:SYD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)'
const revision = 1
const alreadyExists = 183
const fileObject = 1
const daclInformation = 0x4
const protectedDaclInformation = 0x80000000
const ownerInformation = 0x1
const securityBytesMax = 4096
const securityAttributesBytes = 24
const ownProcess = 0xffffffffffffffffn
const queryToken = 8
const tokenUser = 1

const system = 'S-1-5-18'
const administrators = 'S-1-5-32-544'

/**
 * Makes a folder that only administrators and SYSTEM can open. Throws if someone else made it, because that user may
 * have put files there.
 */
export async function makeProtectedFolder(path: string): Promise<void> {
  const libraries = loadLibraries(await import('koffi'))
  const { kernel32, systemLibrary, lastError } = libraries
  const advapi32 = systemLibrary('advapi32.dll')
  const parse = advapi32.func(
    'int ConvertStringSecurityDescriptorToSecurityDescriptorW(str16, uint32_t, void *, void *)',
  )
  const findDacl = advapi32.func('int GetSecurityDescriptorDacl(uint64_t, void *, void *, void *)')
  const setSecurity = advapi32.func(
    'uint32_t SetNamedSecurityInfoW(str16, int, uint32_t, void *, void *, uint64_t, void *)',
  )
  const createDirectory = kernel32.func('int CreateDirectoryW(str16, void *)')
  const free = kernel32.func('uint64_t LocalFree(uint64_t)')

  const pointer = Buffer.alloc(8)
  if (!parse(descriptorText, revision, pointer, null)) throw callError('security of the folder', lastError())
  const descriptor = pointer.readBigUInt64LE()
  try {
    const attributes = Buffer.alloc(securityAttributesBytes)
    attributes.writeUInt32LE(securityAttributesBytes)
    attributes.writeBigUInt64LE(descriptor, 8)
    if (createDirectory(path, attributes)) return
    const code = lastError()
    if (code !== alreadyExists) throw callError(`making the folder ${path}`, code)
    await assertTrusted(path, libraries)
    const [isPresent, dacl, isDefault] = [Buffer.alloc(4), Buffer.alloc(8), Buffer.alloc(4)]
    if (!findDacl(descriptor, isPresent, dacl, isDefault)) throw callError('security of the folder', lastError())
    const parts = daclInformation + protectedDaclInformation
    const problem = setSecurity(path, fileObject, parts, null, null, dacl.readBigUInt64LE(), null)
    if (problem !== 0) throw callError(`protecting the folder ${path}`, problem)
  } finally {
    free(descriptor)
  }
}

/**
 * Throws an OperatorError if a user who is no administrator made the folder, or a junction stands in its place. A
 * missing folder is in order.
 */
export async function assertProtectedFolder(path: string): Promise<void> {
  if (!existsSync(path)) return
  try {
    await assertTrusted(path, loadLibraries(await import('koffi')))
  } catch (error) {
    throw new OperatorError(`the folder ${path} is not safe to use: ${messageOf(error)}`)
  }
}

async function assertTrusted(path: string, { systemLibrary, lastError, kernel32 }: Libraries): Promise<void> {
  // A junction would lead elsewhere; Node shows it as a symbolic link.
  if (!(await lstat(path)).isDirectory()) throw new Error(`${path} is not a folder of its own`)
  const advapi32 = systemLibrary('advapi32.dll')
  const security = Buffer.alloc(securityBytesMax)
  const getSecurity = advapi32.func('int GetFileSecurityW(str16, uint32_t, void *, uint32_t, void *)')
  if (!getSecurity(path, ownerInformation, security, securityBytesMax, Buffer.alloc(4)))
    throw callError(`reading the owner of ${path}`, lastError())
  const owner = ownerOf(security)
  if (owner === system || owner === administrators || owner === ownSid()) return
  throw new Error(`${path} belongs to ${owner ?? 'nobody'}, who may have put files there: remove it`)

  function ownSid(): string | undefined {
    const token = Buffer.alloc(8)
    if (!advapi32.func('int OpenProcessToken(uint64_t, uint32_t, void *)')(ownProcess, queryToken, token))
      throw callError('OpenProcessToken', lastError())
    const handle = token.readBigUInt64LE()
    try {
      const user = Buffer.alloc(securityBytesMax)
      const read = advapi32.func('int GetTokenInformation(uint64_t, int, void *, uint32_t, void *)')
      if (!read(handle, tokenUser, user, securityBytesMax, Buffer.alloc(4)))
        throw callError('GetTokenInformation', lastError())
      // TOKEN_USER is a pointer and flags; Windows writes the SID right behind it.
      return sidText(user.subarray(16))
    } finally {
      kernel32.func('int CloseHandle(uint64_t)')(handle)
    }
  }
}

/** Returns the owner in a self-relative SECURITY_DESCRIPTOR ([MS-DTYP] 2.4.6). */
export function ownerOf(descriptor: Buffer): string | undefined {
  const offset = descriptor.length >= 20 ? descriptor.readUInt32LE(4) : 0
  return offset === 0 ? undefined : sidText(descriptor.subarray(offset))
}
