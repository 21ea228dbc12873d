import type { Random } from '../../bench/dataset/random.ts'
import type { FileNode, Survives } from './file-node.ts'

export type FolderNode = {
  kind: 'folder'
  entries: Map<string, number>
  durableEntries: Map<string, number>
}
export type LinkNode = { kind: 'link'; target: string }

export type Attributes = { mode: number; uid: number; gid: number; mtimeMs: number }
export type Node = (FileNode | FolderNode | LinkNode) & {
  id: number
  attributes: Attributes
  links: number
  /** Its last name. */
  name: string
  parentId: number
}

export type FilesOptions = {
  /**
   * Below folders of this name the first sync of a file keeps its name too, as ext4, XFS and Btrfs do: for programs
   * that are not ours and count on it.
   */
  journaledFolder?: string | undefined
}

/** Names that change together: both ends of a rename are one. */
type NameChange = { folderId: number; name: string; nodeId: number | undefined }[]

export const rootId = 1

/** An error number of the kernel's, as the caller of a system call gets it. */
export class FileError extends Error {
  readonly errno: number
  constructor(code: keyof typeof errorNumbers) {
    super(code)
    this.errno = errorNumbers[code]
  }
}
export const errorNumbers = {
  ENOENT: 2,
  EIO: 5,
  EEXIST: 17,
  ENOTDIR: 20,
  EISDIR: 21,
  EINVAL: 22,
  ENOTEMPTY: 39,
  ENOSYS: 38,
}

/**
 * A tree of files that knows of each byte and each name whether it was synced. fsync of a file makes its bytes durable
 * and not its name; fsync of a folder makes the names in it durable. That is all POSIX promises, and less than ext4 does.
 */
export class UnsyncedFiles {
  readonly #nodes = new Map<number, Node>()
  #changes: NameChange[] = []
  #lastId = rootId

  readonly #journaledFolder: string | undefined

  constructor(attributes: Attributes, { journaledFolder }: FilesOptions = {}) {
    this.#journaledFolder = journaledFolder
    this.#nodes.set(rootId, {
      kind: 'folder',
      entries: new Map(),
      durableEntries: new Map(),
      id: rootId,
      attributes,
      links: 1,
      name: '',
      parentId: rootId,
    })
  }

  node(id: number): Node {
    const node = this.#nodes.get(id)
    if (node === undefined) throw new FileError('ENOENT')
    return node
  }

  file(id: number): FileNode & Node {
    const node = this.node(id)
    if (node.kind !== 'file') throw new FileError(node.kind === 'folder' ? 'EISDIR' : 'EINVAL')
    return node
  }

  folder(id: number): FolderNode & Node {
    const node = this.node(id)
    if (node.kind !== 'folder') throw new FileError('ENOTDIR')
    return node
  }

  find(folderId: number, name: string): Node | undefined {
    const id = this.folder(folderId).entries.get(name)
    return id === undefined ? undefined : this.node(id)
  }

  create(folderId: number, name: string, attributes: Attributes, content: FileNode | LinkNode | 'folder'): Node {
    if (this.find(folderId, name)) throw new FileError('EEXIST')
    this.#lastId += 1
    const made =
      content === 'folder' ? { kind: 'folder' as const, entries: new Map(), durableEntries: new Map() } : content
    const node: Node = Object.assign(made, { id: this.#lastId, attributes, links: 0, name, parentId: folderId })
    this.#nodes.set(node.id, node)
    this.#change([{ folderId, name, nodeId: node.id }])
    return node
  }

  link(nodeId: number, folderId: number, name: string): Node {
    if (this.find(folderId, name)) throw new FileError('EEXIST')
    this.#change([{ folderId, name, nodeId }])
    return this.node(nodeId)
  }

  remove(folderId: number, name: string, kind: 'folder' | 'other'): void {
    const node = this.#existing(folderId, name)
    if ((node.kind === 'folder') !== (kind === 'folder')) throw new FileError(kind === 'folder' ? 'ENOTDIR' : 'EISDIR')
    if (node.kind === 'folder' && node.entries.size > 0) throw new FileError('ENOTEMPTY')
    this.#change([{ folderId, name, nodeId: undefined }])
  }

  rename(from: { folderId: number; name: string }, to: { folderId: number; name: string }, isExchange = false): void {
    const node = this.#existing(from.folderId, from.name)
    const replaced = this.find(to.folderId, to.name)
    if (isExchange && !replaced) throw new FileError('ENOENT')
    if (!isExchange && replaced?.kind === 'folder' && replaced.entries.size > 0) throw new FileError('ENOTEMPTY')
    if (replaced === node) return
    this.#change([
      { ...from, nodeId: isExchange ? replaced?.id : undefined },
      { ...to, nodeId: node.id },
    ])
  }

  /** Makes the bytes of this file durable. */
  syncFile(id: number): void {
    this.file(id).sync()
    if (!this.#isJournaled(id)) return
    this.#keepChanges(({ folderId, nodeId }) => this.#isJournaled(folderId) || this.#isJournaled(nodeId ?? rootId))
  }

  /** Makes every change of names in this folder durable. */
  syncFolder(id: number): void {
    this.folder(id)
    this.#keepChanges(({ folderId }) => folderId === id)
  }

  #keepChanges(isKept: (entry: NameChange[number]) => boolean): void {
    const [surviving, others] = [true, false].map((wanted) =>
      this.#changes.filter((each) => each.some(isKept) === wanted),
    )
    for (const change of surviving ?? []) this.#keepChange(change)
    this.#changes = others ?? []
  }

  /** Returns true if the node is a folder of this name or anywhere below one. */
  isIn(id: number, folderName: string): boolean {
    const node = this.node(id)
    return id !== rootId && (node.name === folderName || this.isIn(node.parentId, folderName))
  }

  #isJournaled(id: number): boolean {
    return this.#journaledFolder !== undefined && this.isIn(id, this.#journaledFolder)
  }

  /** From here on the tree is as the disk has it. */
  cutPower(survives: Survives, random: Random): void {
    const surviving = { nothing: 0, names: this.#changes.length, some: random.below(this.#changes.length + 1) }[
      survives
    ]
    for (const change of this.#changes.slice(0, surviving)) this.#keepChange(change)
    this.#changes = []
    for (const node of this.#nodes.values()) {
      node.links = node.id === rootId ? 1 : 0
      if (node.kind === 'file') node.cutPower(survives, random)
      if (node.kind === 'folder') node.entries = new Map(node.durableEntries)
    }
    const reached = new Set<number>()
    this.#reach(rootId, reached)
    for (const id of this.#nodes.keys()) if (!reached.has(id)) this.#nodes.delete(id)
  }

  #existing(folderId: number, name: string): Node {
    const node = this.find(folderId, name)
    if (!node) throw new FileError('ENOENT')
    return node
  }

  #change(change: NameChange): void {
    for (const { folderId, name, nodeId } of change) {
      const { entries } = this.folder(folderId)
      const before = entries.get(name)
      if (before !== undefined) this.node(before).links -= 1
      if (nodeId === undefined) entries.delete(name)
      else {
        entries.set(name, nodeId)
        Object.assign(this.node(nodeId), { links: this.node(nodeId).links + 1, name, parentId: folderId })
      }
    }
    this.#changes.push(change)
  }

  #keepChange(change: NameChange): void {
    for (const { folderId, name, nodeId } of change) {
      const { durableEntries } = this.folder(folderId)
      if (nodeId === undefined) durableEntries.delete(name)
      else durableEntries.set(name, nodeId)
    }
  }

  #reach(id: number, reached: Set<number>): void {
    const isNew = !reached.has(id)
    reached.add(id)
    const node = this.node(id)
    if (node.kind !== 'folder' || !isNew) return
    for (const childId of node.entries.values()) {
      this.node(childId).links += 1
      this.#reach(childId, reached)
    }
  }
}
