import { FileNode } from './file-node.ts'
import {
  attributesReply,
  entryReply,
  filesystemReply,
  folderReply,
  initReply,
  namesIn,
  openReply,
  operations,
  type Request,
} from './fuse-messages.ts'
import { type Attributes, FileError, type Node, rootId, type UnsyncedFiles } from './unsynced-files.ts'

/** Undefined for requests that get no reply. */
type Answer = (request: Request) => Buffer | undefined

const empty = Buffer.alloc(0)
const synchronous = 0o4010000 // O_SYNC or O_DSYNC
const modeBit = 1 << 0
const uidBit = 1 << 1
const gidBit = 1 << 2
const sizeBit = 1 << 3
const mtimeBit = 1 << 5
const mtimeNowBit = 1 << 8
const exchange = 1 << 1
const noReplace = 1 << 0

/** Answers the kernel's requests from the files; `areSyncsIgnored` is a disk that lies. */
export function createAnswers(files: UnsyncedFiles, { areSyncsIgnored }: { areSyncsIgnored: boolean }) {
  /** Folders are read as they were when opened, so removing while reading skips none. */
  const openFolders = new Map<number, { name: string; id: number }[]>()
  let lastHandle = 0

  const attributes = ({ uid, gid }: Request, mode: number): Attributes => ({ mode, uid, gid, mtimeMs: Date.now() })
  const touch = (node: Node) => {
    node.attributes.mtimeMs = Date.now()
    return node
  }
  const nameOf = (bytes: Buffer) => namesIn(bytes)[0] ?? ''
  const rename = ({ nodeId, body }: Request, flags: number, names: Buffer) => {
    const [name = '', newName = ''] = namesIn(names)
    const to = { folderId: Number(body.readBigUInt64LE(0)), name: newName }
    if ((flags & noReplace) !== 0 && files.find(to.folderId, to.name)) throw new FileError('EEXIST')
    files.rename({ folderId: nodeId, name }, to, (flags & exchange) !== 0)
    return empty
  }

  const answers: Record<keyof typeof operations, Answer> = {
    init: initReply,
    destroy: () => empty,
    forget: () => undefined,
    forgetMany: () => undefined,
    interrupt: () => undefined,
    release: () => empty,
    statFilesystem: filesystemReply,
    lookup: ({ nodeId, body }) => {
      const node = files.find(nodeId, nameOf(body))
      if (!node) throw new FileError('ENOENT')
      return entryReply(node)
    },
    getAttributes: ({ nodeId }) => attributesReply(files.node(nodeId)),
    setAttributes: ({ nodeId, body }) => {
      const node = files.node(nodeId)
      const valid = body.readUInt32LE(0)
      if ((valid & sizeBit) !== 0) {
        files.file(nodeId).resize(Number(body.readBigUInt64LE(16)))
        touch(node)
      }
      if ((valid & modeBit) !== 0) node.attributes.mode = body.readUInt32LE(68)
      if ((valid & uidBit) !== 0) node.attributes.uid = body.readUInt32LE(76)
      if ((valid & gidBit) !== 0) node.attributes.gid = body.readUInt32LE(80)
      if ((valid & mtimeNowBit) !== 0) touch(node)
      else if ((valid & mtimeBit) !== 0) {
        node.attributes.mtimeMs = Number(body.readBigUInt64LE(40)) * 1000 + body.readUInt32LE(60) / 1e6
      }
      return attributesReply(node)
    },
    readLink: ({ nodeId }) => {
      const node = files.node(nodeId)
      if (node.kind !== 'link') throw new FileError('EINVAL')
      return Buffer.from(node.target)
    },
    symlink: (request) => {
      const [name = '', target = ''] = namesIn(request.body)
      return entryReply(files.create(request.nodeId, name, attributes(request, 0o777), { kind: 'link', target }))
    },
    makeNode: (request) => {
      const name = nameOf(request.body.subarray(16))
      const given = attributes(request, request.body.readUInt32LE(0))
      return entryReply(files.create(request.nodeId, name, given, new FileNode()))
    },
    makeFolder: (request) => {
      const given = attributes(request, request.body.readUInt32LE(0))
      return entryReply(files.create(request.nodeId, nameOf(request.body.subarray(8)), given, 'folder'))
    },
    create: (request) => {
      const given = attributes(request, request.body.readUInt32LE(4))
      const node = files.create(request.nodeId, nameOf(request.body.subarray(16)), given, new FileNode())
      return Buffer.concat([entryReply(node), openReply(0)])
    },
    unlink: ({ nodeId, body }) => {
      files.remove(nodeId, nameOf(body), 'other')
      return empty
    },
    removeFolder: ({ nodeId, body }) => {
      files.remove(nodeId, nameOf(body), 'folder')
      return empty
    },
    rename: (request) => rename(request, 0, request.body.subarray(8)),
    renameWithFlags: (request) => rename(request, request.body.readUInt32LE(8), request.body.subarray(16)),
    link: ({ nodeId, body }) =>
      entryReply(files.link(Number(body.readBigUInt64LE(0)), nodeId, nameOf(body.subarray(8)))),
    open: ({ nodeId }) => {
      files.file(nodeId)
      return openReply(0)
    },
    read: ({ nodeId, body }) => files.file(nodeId).content.read(Number(body.readBigUInt64LE(8)), body.readUInt32LE(16)),
    write: ({ nodeId, body }) => {
      const file = files.file(nodeId)
      const bytes = body.subarray(40, 40 + body.readUInt32LE(16))
      file.write(Number(body.readBigUInt64LE(8)), bytes)
      touch(file)
      if ((body.readUInt32LE(32) & synchronous) !== 0 && !areSyncsIgnored) files.syncFile(nodeId)
      const reply = Buffer.alloc(8)
      reply.writeUInt32LE(bytes.length, 0)
      return reply
    },
    sync: ({ nodeId }) => {
      if (!areSyncsIgnored) files.syncFile(nodeId)
      return empty
    },
    openFolder: ({ nodeId }) => {
      lastHandle += 1
      const entries = [...files.folder(nodeId).entries].map(([name, id]) => ({ name, id }))
      openFolders.set(lastHandle, [{ name: '.', id: nodeId }, { name: '..', id: rootId }, ...entries])
      return openReply(lastHandle)
    },
    readFolder: ({ body }) => {
      const entries = openFolders.get(Number(body.readBigUInt64LE(0))) ?? []
      return folderReply(entries, Number(body.readBigUInt64LE(8)), body.readUInt32LE(16))
    },
    releaseFolder: ({ body }) => {
      openFolders.delete(Number(body.readBigUInt64LE(0)))
      return empty
    },
    syncFolder: ({ nodeId }) => {
      if (!areSyncsIgnored) files.syncFolder(nodeId)
      return empty
    },
  }

  const byNumber = new Map<number, Answer>(
    Object.entries(operations).map(([name, number]) => [number, answers[name as keyof typeof operations]]),
  )
  return (request: Request): Buffer | undefined => {
    const answer = byNumber.get(request.operation)
    if (!answer) throw new FileError('ENOSYS')
    return answer(request)
  }
}
