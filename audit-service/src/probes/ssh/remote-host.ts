import { randomBytes } from 'node:crypto'
import { completed, type Host, LimitError, ownedEntriesMax } from '@rollcall/agent/platform/host.ts'
import { gather } from './gather.ts'
import { quote } from './quote.ts'
import {
  hasScript,
  headsScript,
  listScript,
  modifiedScript,
  ownedHeadScript,
  ownedListScript,
  parseHas,
  parseHeads,
  parseLists,
  parseModified,
  parseSizes,
  parseSockets,
  rangeScript,
  sizesScript,
  socketsScript,
} from './read-scripts.ts'
import type { Script, ShellResult } from './shell.ts'

/** Runs a script on the remote machine; `urgent` ones before those that wait. */
export type RunScript = (script: Script, urgent: boolean) => Promise<ShellResult>

const readTimeoutMs = 10_000
const listBytesMax = 8 * 1024 * 1024
const itemsMax = 64
/** Few, so that a file whose read never ends affects few others. */
const readsMax = 8
/** Length of the line that `head` prints above a file, without its name. */
const headBytesMax = 16

type Read = Pick<Script, 'text' | 'outputBytesMax'>

/** Returns a host that is read through a POSIX shell. Concurrent requests are sent together. */
export function remoteHost(run: RunScript): Host {
  /** Unpredictable, so that no file can contain it. */
  const separator = randomBytes(16).toString('hex')
  const gatherReads = (isPrivate: boolean) =>
    gather(
      async (reads: Read[]) => {
        const text = reads.map((each) => each.text).join(`\nprintf %s ${separator}\n`)
        const outputBytesMax = reads.reduce((sum, each) => sum + each.outputBytesMax + separator.length, 0)
        const { stdout, ended } = await run({ text, timeoutMs: readTimeoutMs, outputBytesMax, isPrivate }, true)
        if (ended === 'timeout') throw new LimitError(`no answer within ${readTimeoutMs} ms`)
        if (ended !== undefined) throw new LimitError(`more than ${outputBytesMax} bytes`)
        return splitAt(stdout, separator)
      },
      ({ text }: Read) => text,
      readsMax,
    )
  const [readPublic, readPrivate] = [gatherReads(false), gatherReads(true)]
  const read = async (text: string, outputBytesMax: number, isPrivate = false): Promise<Buffer> =>
    (await (isPrivate ? readPrivate : readPublic)({ text, outputBytesMax })) ?? Buffer.alloc(0)
  const listFolder = gather(
    async (paths: string[]) => parseLists(await read(listScript(paths), listBytesMax)),
    (path) => path,
    itemsMax,
  )
  const hasProgram = gather(
    async (names: string[]) => parseHas(await read(hasScript(names), listBytesMax)),
    (name) => name,
    itemsMax,
  )
  // Not read together with files: a file system whose disk is dying may never answer.
  const fileSystemSize = gather(
    async (mounts: string[]) => {
      const { stdout } = await run(
        { text: sizesScript(mounts), timeoutMs: readTimeoutMs, outputBytesMax: listBytesMax },
        false,
      )
      return parseSizes(stdout)
    },
    (mount) => mount,
    itemsMax,
  )
  /** Readers by limit, because one `head` has one limit, and by whether the files are private. */
  const readers = new Map<string, (path: string) => Promise<Buffer | undefined>>()
  const readerOf = (bytesMax: number, isPrivate: boolean) => {
    const key = `${bytesMax} ${isPrivate}`
    const before = readers.get(key)
    if (before) return before
    const reader = gather(
      async (paths: string[]) => {
        const perFile = (path: string) => bytesMax + headBytesMax + Buffer.byteLength(path)
        const outputBytesMax = paths.reduce((sum, path) => sum + perFile(path), itemsMax * 2)
        return parseHeads(await read(headsScript(paths, bytesMax), outputBytesMax, isPrivate), paths)
      },
      (path: string) => path,
      itemsMax,
    )
    readers.set(key, reader)
    return reader
  }
  /** The output begins with 1 if the file belongs to the user. */
  const readOwned = async (path: string, bytesMax: number, owner: number, isPrivate: boolean) => {
    const output = await read(ownedHeadScript(path, bytesMax, owner), bytesMax + 2, isPrivate)
    return output[0] === 0x31 ? output.subarray(1) : undefined
  }
  const readBytes: Host['readBytes'] = async (path, bytesMax, owner, secrecy) => {
    const isPrivate = secrecy === 'private'
    const bytes = await (owner === undefined
      ? readerOf(bytesMax, isPrivate)(path)
      : readOwned(path, bytesMax, owner, isPrivate))
    if (bytes && bytes.length > bytesMax) throw new LimitError(`${path} is larger than ${bytesMax} bytes`)
    return bytes
  }
  const listOwned = async (path: string, owner: number) => {
    const [names = []] = parseLists(await read(ownedListScript(path, owner), listBytesMax))
    if (names.length > ownedEntriesMax) throw new LimitError(`${path} has more than ${ownedEntriesMax} files`)
    return names
  }
  return {
    listFolder: async (path, owner) =>
      owner === undefined ? ((await listFolder(path)) ?? []) : await listOwned(path, owner),
    hasProgram: async (name) => (await hasProgram(name)) ?? false,
    readFile: async (path, bytesMax, owner, secrecy) =>
      (await readBytes(path, bytesMax, owner, secrecy))?.toString('utf8'),
    readBytes,
    // Part of a program is no evidence that anyone could read.
    readRange: async (path, offset, length, owner) => {
      const output = await read(rangeScript(path, offset, length, owner), length + 1, true)
      return output[0] === 0x31 ? output.subarray(1) : undefined
    },
    modifiedTimes: async (folder, suffix, owner) => {
      if (owner !== undefined && (await listOwned(folder, owner)).length === 0) return new Map()
      return parseModified(await read(modifiedScript(folder, suffix), listBytesMax), folder)
    },
    socketOwners: async (inodes) => parseSockets(await read(socketsScript, listBytesMax), inodes),
    fileSystemSize,
    run: async (program, args, { timeoutMs, outputBytesMax, asRoot, isPrivate }) => {
      const command = [program, ...args].map(quote).join(' ')
      const text = asRoot ? `as_root ${command}` : command
      const result = await run({ text, timeoutMs, outputBytesMax, isPrivate }, false)
      // XCU 2.8.2: 126 is not executable, 127 not found.
      if (result.code === 126 || result.code === 127) throw new Error(`cannot start ${program}`)
      return completed(program, { ...result, stdout: result.stdout.toString('utf8') }, { timeoutMs, outputBytesMax })
    },
  }
}

function splitAt(bytes: Buffer, separator: string): Buffer[] {
  const parts: Buffer[] = []
  let start = 0
  for (let at = bytes.indexOf(separator); at >= 0; at = bytes.indexOf(separator, start)) {
    parts.push(bytes.subarray(start, at))
    start = at + separator.length
  }
  return [...parts, bytes.subarray(start)]
}
