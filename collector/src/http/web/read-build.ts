import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Encoding = 'br' | 'gzip'
export type BuiltFile = {
  type: string
  content: Uint8Array<ArrayBuffer>
  /** Compressed forms; absent where compression saves nothing. */
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
}
/** Files by path, as in an address: `/index.html`. */
export type Build = ReadonlyMap<string, BuiltFile>

export const buildDir = fileURLToPath(new URL('../../../web/dist', import.meta.url))

const types = new Map([
  ['css', 'text/css; charset=utf-8'],
  ['html', 'text/html; charset=utf-8'],
  ['js', 'text/javascript; charset=utf-8'],
  ['png', 'image/png'],
  ['svg', 'image/svg+xml'],
  ['woff2', 'font/woff2'],
])
const suffixes = { br: '.br', gzip: '.gz' } as const satisfies Record<Encoding, string>

/** Reads the built web interface, some 2 MB; undefined if there is none. */
export async function readBuild(dir: string): Promise<Build | undefined> {
  const names = await filesBelow(dir)
  if (!names.includes('index.html')) return undefined
  const read = (name: string) => readFile(join(dir, name))
  const files = names.flatMap((name) => {
    const type = types.get(name.slice(name.lastIndexOf('.') + 1))
    return type === undefined ? [] : [{ name, type }]
  })
  return new Map(
    await Promise.all(
      files.map(async ({ name, type }) => {
        const encoded: BuiltFile['encoded'] = {}
        for (const encoding of ['br', 'gzip'] as const) {
          if (names.includes(name + suffixes[encoding])) encoded[encoding] = await read(name + suffixes[encoding])
        }
        return [`/${name}`, { type, content: await read(name), encoded }] as const
      }),
    ),
  )
}

async function filesBelow(dir: string): Promise<string[]> {
  try {
    const entries = await readdir(dir, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => relative(dir, join(entry.parentPath, entry.name)))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
