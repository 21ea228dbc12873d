import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'

/** The collector refuses larger documents. */
const documentBytesMax = 64 * 1024 * 1024

/** A document to import. `read` may be called again; it rejects if the document cannot be read or is too large. */
export type DocumentSource = { name: string; read(): Promise<Buffer> }

/** Returns the documents that a command line names: files, the `*.json` of a folder by name, `-` for standard input. */
export async function documentSources(names: string[]): Promise<DocumentSource[]> {
  const sources = await Promise.all(names.map(async (name) => (name === '-' ? [standardInput()] : filesAt(name))))
  return sources.flat()
}

/** Returns true for a GLPI document with some sections only. Invalid JSON returns false; the collector refuses it. */
export function isPartial(document: Buffer): boolean {
  try {
    return Object(JSON.parse(document.toString('utf8'))).partial === true
  } catch {
    return false
  }
}

function standardInput(): DocumentSource {
  let selected: Promise<Buffer> | undefined
  return { name: '-', read: () => (selected ??= readBounded(process.stdin)) }
}

async function filesAt(path: string): Promise<DocumentSource[]> {
  // A missing file fails when it is read, and the others are still imported.
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return [fileSource(path)]
  const entries = await readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    throw new OperatorError(`cannot read the folder ${path}: ${messageOf(error)}`)
  })
  const files = entries.filter((each) => !each.isDirectory() && each.name.endsWith('.json'))
  if (files.length === 0) throw new OperatorError(`the folder ${path} contains no *.json`)
  return files.map(({ name }) => fileSource(join(path, name))).sort((a, b) => (a.name < b.name ? -1 : 1))
}

const fileSource = (path: string): DocumentSource => ({
  name: path,
  read: async () => {
    if ((await stat(path)).size > documentBytesMax) throw tooLarge()
    return readBounded(createReadStream(path))
  },
})

/** Reads a stream of unknown size, such as a pipe, up to the limit. */
async function readBounded(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of stream) {
    size += part.length
    if (size > documentBytesMax) throw tooLarge()
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const tooLarge = () => new OperatorError('the document is larger than 64 MiB')
