import type { Host } from '../../platform/host.ts'

/** Package that a Go program was built from, and the version of its module. */
type BuildInfo = { path: string; version: string }

/** Reads part of a file; undefined if it cannot be read. */
type ReadPart = (offset: number, length: number) => ReturnType<Host['readRange']>

const headerBytes = 64
const sectionsMax = 512
const namesBytesMax = 64 * 1024
/** A program with a thousand dependencies has some 100 KB. */
const buildInfoBytesMax = 1024 * 1024

/** Returned for a program of Go before 1.18, which refers to its build info by memory addresses. */
export const tooOld = 'too old'

/** Reads the build info of an ELF file without running it; undefined if it is no Go program. */
export async function readBuildInfo(read: ReadPart): Promise<BuildInfo | typeof tooOld | undefined> {
  const header = await read(0, headerBytes)
  const elf = header && elfOf(header)
  if (!elf) return undefined
  const table = await read(elf.tableOffset, elf.count * elf.entryBytes)
  if (table?.length !== elf.count * elf.entryBytes) return undefined
  const names = sectionOf(elf, table, elf.namesIndex)
  const nameBytes = names && (await read(names.offset, Math.min(names.size, namesBytesMax)))
  if (!nameBytes) return undefined
  const sections = Array.from({ length: elf.count }, (_, index) => sectionOf(elf, table, index))
  const found = sections.find((section) => section && nameAt(nameBytes, section.name) === '.go.buildinfo')
  const bytes = found && (await read(found.offset, Math.min(found.size, buildInfoBytesMax)))
  return bytes && parseBuildInfo(bytes)
}

type Elf = {
  is64: boolean
  isLittle: boolean
  tableOffset: number
  entryBytes: number
  count: number
  namesIndex: number
}

/** Parses the header of an ELF file (System V ABI, chapter 4). */
function elfOf(header: Buffer): Elf | undefined {
  if (header.length < headerBytes || header.toString('latin1', 0, 4) !== '\x7fELF') return undefined
  const [is64, isLittle] = [header[4] === 2, header[5] === 1]
  const word = (at: number) => (isLittle ? header.readUInt16LE(at) : header.readUInt16BE(at))
  const elf = {
    is64,
    isLittle,
    tableOffset: offsetAt(header, is64 ? 0x28 : 0x20, { is64, isLittle }),
    entryBytes: word(is64 ? 0x3a : 0x2e),
    count: word(is64 ? 0x3c : 0x30),
    namesIndex: word(is64 ? 0x3e : 0x32),
  }
  const isPlausible = elf.entryBytes === (is64 ? 64 : 40) && elf.count > 0 && elf.count <= sectionsMax
  return isPlausible && Number.isSafeInteger(elf.tableOffset) ? elf : undefined
}

function offsetAt(bytes: Buffer, at: number, { is64, isLittle }: Pick<Elf, 'is64' | 'isLittle'>): number {
  if (is64) return Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at))
  return isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
}

function sectionOf(elf: Elf, table: Buffer, index: number) {
  const entry = table.subarray(index * elf.entryBytes, (index + 1) * elf.entryBytes)
  if (entry.length < elf.entryBytes) return undefined
  const name = elf.isLittle ? entry.readUInt32LE(0) : entry.readUInt32BE(0)
  const offset = offsetAt(entry, elf.is64 ? 0x18 : 0x10, elf)
  const size = offsetAt(entry, elf.is64 ? 0x20 : 0x14, elf)
  return Number.isSafeInteger(offset) && Number.isSafeInteger(size) ? { name, offset, size } : undefined
}

function nameAt(names: Buffer, at: number): string {
  const end = names.indexOf(0, at)
  return at < names.length && end >= 0 ? names.toString('latin1', at, end) : ''
}

const magic = Buffer.from('\xff Go buildinf:', 'latin1')
/** Bit of the flags: the texts follow at once. */
const hasTexts = 2
const textsOffset = 32
/** The module text stands between two marks of this length. */
const markBytes = 16

/** Parses the section `.go.buildinfo` (debug/buildinfo of Go): two texts, each after its length. */
export function parseBuildInfo(bytes: Buffer): BuildInfo | typeof tooOld | undefined {
  if (bytes.length < textsOffset || !bytes.subarray(0, magic.length).equals(magic)) return undefined
  if (((bytes[15] ?? 0) & hasTexts) === 0) return tooOld
  const goVersion = textAt(bytes, textsOffset)
  const modules = goVersion && textAt(bytes, goVersion.end)
  if (!modules || modules.text.length < 2 * markBytes) return undefined
  const lines = modules.text.subarray(markBytes, -markBytes).toString('utf8').split('\n')
  const fieldsOf = (kind: string) => lines.map((line) => line.split('\t')).find(([first]) => first === kind) ?? []
  const [, path] = fieldsOf('path')
  const [, module, version = ''] = fieldsOf('mod')
  // Files that were named on the command line have no package.
  const name = path === undefined || path === 'command-line-arguments' ? module : path
  return name ? { path: name, version: version === '(devel)' ? '' : version } : undefined
}

/** Reads a text after its length, a varint of at most four bytes. */
function textAt(bytes: Buffer, at: number): { text: Buffer; end: number } | undefined {
  let length = 0
  for (let index = 0; index < 4; index += 1) {
    const byte = bytes[at + index]
    if (byte === undefined) return undefined
    length += (byte & 0x7f) << (7 * index)
    if (byte > 0x7f) continue
    const start = at + index + 1
    const end = start + length
    return end <= bytes.length ? { text: bytes.subarray(start, end), end } : undefined
  }
  return undefined
}
