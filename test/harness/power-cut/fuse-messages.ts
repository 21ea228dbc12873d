import type { Node } from './unsynced-files.ts'

/** Requests of the kernel's FUSE protocol (linux/fuse.h, version 7.31) that the disk answers. */
export const operations = {
  lookup: 1,
  forget: 2,
  getAttributes: 3,
  setAttributes: 4,
  readLink: 5,
  symlink: 6,
  makeNode: 8,
  makeFolder: 9,
  unlink: 10,
  removeFolder: 11,
  rename: 12,
  link: 13,
  open: 14,
  read: 15,
  write: 16,
  statFilesystem: 17,
  release: 18,
  sync: 20,
  init: 26,
  openFolder: 27,
  readFolder: 28,
  releaseFolder: 29,
  syncFolder: 30,
  create: 35,
  interrupt: 36,
  destroy: 38,
  forgetMany: 42,
  renameWithFlags: 45,
} as const

/** Requests after which a power cut finds something else on the disk than before. */
export const changingOperations: ReadonlySet<number> = new Set([
  operations.setAttributes,
  operations.symlink,
  operations.makeNode,
  operations.makeFolder,
  operations.unlink,
  operations.removeFolder,
  operations.rename,
  operations.renameWithFlags,
  operations.link,
  operations.write,
  operations.sync,
  operations.syncFolder,
  operations.create,
])

export const headerBytes = 40
export const writeBytesMax = 128 * 1024

export type Request = { operation: number; unique: bigint; nodeId: number; uid: number; gid: number; body: Buffer }

export function readRequest(message: Buffer): Request {
  return {
    operation: message.readUInt32LE(4),
    unique: message.readBigUInt64LE(8),
    nodeId: Number(message.readBigUInt64LE(16)),
    uid: message.readUInt32LE(24),
    gid: message.readUInt32LE(28),
    body: message.subarray(headerBytes),
  }
}

export function replyHeader(unique: bigint, errno: number, bodyBytes: number): Buffer {
  const header = Buffer.alloc(16)
  header.writeUInt32LE(16 + bodyBytes, 0)
  header.writeInt32LE(-errno, 4)
  header.writeBigUInt64LE(unique, 8)
  return header
}

/** Names end with a zero byte; some requests have two. */
export function namesIn(bytes: Buffer): string[] {
  return bytes.toString('utf8').split('\0')
}

const bigWrites = 1 << 5
const protocol = { major: 7, minor: 31 }

export function initReply(): Buffer {
  const reply = Buffer.alloc(64)
  reply.writeUInt32LE(protocol.major, 0)
  reply.writeUInt32LE(protocol.minor, 4)
  reply.writeUInt32LE(writeBytesMax, 8)
  reply.writeUInt32LE(bigWrites, 12)
  reply.writeUInt16LE(16, 16)
  reply.writeUInt16LE(12, 18)
  reply.writeUInt32LE(writeBytesMax, 20)
  reply.writeUInt32LE(1, 24)
  return reply
}

/** Nobody but the kernel changes the files, so it may keep what it has read. */
const cacheSeconds = 3600n

export function entryReply(node: Node): Buffer {
  const reply = Buffer.alloc(40)
  reply.writeBigUInt64LE(BigInt(node.id), 0)
  reply.writeBigUInt64LE(cacheSeconds, 16)
  reply.writeBigUInt64LE(cacheSeconds, 24)
  return Buffer.concat([reply, attributesOf(node)])
}

export function attributesReply(node: Node): Buffer {
  const reply = Buffer.alloc(16)
  reply.writeBigUInt64LE(cacheSeconds, 0)
  return Buffer.concat([reply, attributesOf(node)])
}

const typeBits = { file: 0o100000, folder: 0o040000, link: 0o120000 }

function attributesOf(node: Node): Buffer {
  const { mode, uid, gid, mtimeMs } = node.attributes
  const size = node.kind === 'file' ? node.content.size : node.kind === 'link' ? Buffer.byteLength(node.target) : 4096
  const reply = Buffer.alloc(88)
  reply.writeBigUInt64LE(BigInt(node.id), 0)
  reply.writeBigUInt64LE(BigInt(size), 8)
  reply.writeBigUInt64LE(BigInt(Math.ceil(size / 512)), 16)
  const seconds = Math.floor(mtimeMs / 1000)
  for (const offset of [24, 32, 40]) reply.writeBigUInt64LE(BigInt(seconds), offset)
  for (const offset of [48, 52, 56]) reply.writeUInt32LE(Math.floor((mtimeMs - seconds * 1000) * 1e6), offset)
  reply.writeUInt32LE(typeBits[node.kind] | (mode & 0o7777), 60)
  reply.writeUInt32LE(node.kind === 'folder' ? 2 : node.links, 64)
  reply.writeUInt32LE(uid, 68)
  reply.writeUInt32LE(gid, 72)
  reply.writeUInt32LE(4096, 80)
  return reply
}

export function openReply(handle: number): Buffer {
  const keepCache = 1 << 1
  const reply = Buffer.alloc(16)
  reply.writeBigUInt64LE(BigInt(handle), 0)
  reply.writeUInt32LE(keepCache, 8)
  return reply
}

/** As large as the machine has memory; what counts are the syncs. */
export function filesystemReply(): Buffer {
  const reply = Buffer.alloc(80)
  const blocks = 4n * 1024n * 1024n
  for (const offset of [0, 8, 16]) reply.writeBigUInt64LE(blocks, offset)
  for (const offset of [24, 32]) reply.writeBigUInt64LE(1_000_000n, offset)
  reply.writeUInt32LE(4096, 40)
  reply.writeUInt32LE(255, 44)
  reply.writeUInt32LE(4096, 48)
  return reply
}

/** As many entries from `offset` on as fit. */
export function folderReply(
  entries: readonly { name: string; id: number }[],
  offset: number,
  bytesMax: number,
): Buffer {
  const parts: Buffer[] = []
  let bytes = 0
  for (const [index, { name, id }] of entries.entries()) {
    if (index < offset) continue
    const nameBytes = Buffer.from(name)
    const entry = Buffer.alloc(Math.ceil((24 + nameBytes.length) / 8) * 8)
    entry.writeBigUInt64LE(BigInt(id), 0)
    entry.writeBigUInt64LE(BigInt(index + 1), 8)
    entry.writeUInt32LE(nameBytes.length, 16)
    nameBytes.copy(entry, 24)
    bytes += entry.length
    if (bytes > bytesMax) break
    parts.push(entry)
  }
  return Buffer.concat(parts)
}
