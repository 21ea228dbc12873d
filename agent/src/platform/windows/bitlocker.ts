import { BlockReader } from './memory-block.ts'

/**
 * Reads the state of BitLocker from the disk itself, as libyal's "BitLocker Drive Encryption (BDE) format" describes it.
 * Windows shows the plain content of an unlocked volume, but not on the disk that it lies on.
 */

const signature = '-FVE-FS-'
/** 4967d63b-2e29-4ad8-8399-f6a339e3d001 as it is stored. */
const identifier = Buffer.from('3bd66749292ed84a8399f6a339e3d001', 'hex')
/** Positions of the identifier in the first sector: on a fixed disk, and on a removable one. */
const identifierPositions = [160, 424]

/** Bytes to read of the start of a volume, and of its metadata: whole sectors of every size. */
export const headerBytes = 4096
export const metadataBytes = 64 * 1024

/**
 * Returns the position of the metadata in the volume; undefined for a volume without BitLocker. Null for a volume of
 * BitLocker whose metadata cannot be found.
 */
export function findMetadata(header: Buffer): bigint | null | undefined {
  const volume = new BlockReader({ address: 0n, bytes: header })
  const at = identifierPositions.find((position) => volume.bytes(position, 16).equals(identifier))
  if (at !== undefined) return volume.u64(at + 16)
  return volume.bytes(3, 8).toString('latin1') === signature ? null : undefined
}

/**
 * Returns true if a file system of Windows lies in the clear on the disk. Any other content may be that of another
 * encryption program, such as VeraCrypt, which looks like random bytes.
 */
export function isPlainFileSystem(header: Buffer): boolean {
  const volume = new BlockReader({ address: 0n, bytes: header })
  const text = (at: number) => volume.bytes(at, 8).toString('latin1')
  return (
    ['NTFS    ', 'ReFS\0\0\0\0', 'EXFAT   '].includes(text(3)) ||
    (volume.u16(510) === 0xaa55 && (['FAT12   ', 'FAT16   '].includes(text(54)) || text(82) === 'FAT32   '))
  )
}

type BitLockerState = { state: 'on' | 'off' | 'in-progress' | 'suspended'; method: string | undefined }

const states: Record<number, BitLockerState['state']> = {
  1: 'off',
  2: 'in-progress',
  3: 'in-progress',
  4: 'on',
  5: 'in-progress',
}

const methods: Record<number, string> = {
  32768: 'AES-CBC 128 with diffuser',
  32769: 'AES-CBC 256 with diffuser',
  32770: 'AES-CBC 128',
  32771: 'AES-CBC 256',
  32772: 'XTS-AES 128',
  32773: 'XTS-AES 256',
}

const entry = { masterKey: 2 }
/** Protection by a key that lies in the clear beside the data, until BitLocker is resumed. */
const clearKey = 0

/** Decodes the metadata; undefined if it is none. */
export function decodeMetadata(bytes: Buffer): BitLockerState | undefined {
  const metadata = new BlockReader({ address: 0n, bytes })
  if (metadata.bytes(0, 8).toString('latin1') !== signature) return undefined
  const state = states[metadata.u16(12)]
  if (state === undefined) return undefined
  const header = new BlockReader({ address: 0n, bytes }, 64)
  const hasClearKey = protectionsOf(header).includes(clearKey)
  return { state: state === 'on' && hasClearKey ? 'suspended' : state, method: methods[header.u16(36)] }
}

/** Returns the kind of protection of each master key. */
function protectionsOf(header: BlockReader): number[] {
  const end = header.u32(0)
  const protections: number[] = []
  for (let at = header.u32(8); at + 8 <= end; ) {
    const size = header.u16(at)
    if (size < 8) break
    if (header.u16(at + 2) === entry.masterKey) protections.push(header.u16(at + 8 + 26))
    at += size
  }
  return protections
}
