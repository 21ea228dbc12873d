import { createHash } from 'node:crypto'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeCabinet } from './cabinet.ts'
import { guidOf, idOf, type PackedFile, type Table, table, tablesOf } from './msi-tables.ts'
import { runTool } from './run-tool.ts'

type MsiOptions = {
  /** Folder with the files of the program, as `stageWindowsAgent` wrote it. */
  program: string
  /** An empty folder. */
  work: string
  version: string
  /** Seconds since 1970 that every file gets, so that the same sources give the same bytes. */
  builtAt: number
  outDir: string
}

/**
 * Writes the agent's package for Windows Installer and returns its path. `msibuild` stores the tables, because `wixl`
 * writes its rows in another order each time.
 */
export async function writeMsi({ program, work, version, builtAt, outDir }: MsiOptions): Promise<string> {
  const paths = await filesBelow(program)
  const files: PackedFile[] = []
  for (const path of paths) {
    files.push({ path, id: idOf('File', path), bytes: (await stat(join(program, path))).size })
  }
  const cabinet = join(work, 'agent.cab')
  // A cabinet lists its files by the keys of the File table, in the order of their sequence.
  const packed = files.map(({ path, id }) => ({ path: join(program, path), name: id }))
  await writeCabinet(cabinet, packed, builtAt)
  const tables = tablesOf(files, version)
  const output = join(outDir, `rollcall-agent-${version}-x64.msi`)
  await rm(output, { force: true })
  const imports: string[] = []
  for (const each of [...tables, summaryOf(version, builtAt, [await readFile(cabinet), ...tables.map(textOf)])]) {
    const file = join(work, `${each.name}.idt`)
    await writeFile(file, textOf(each))
    imports.push('-i', file)
  }
  await runTool('msibuild', [output, ...imports, '-a', 'agent.cab', cabinet])
  return output
}

/** Returns the summary information (PID_TEMPLATE, PID_REVNUMBER, PID_PAGECOUNT, …). Other contents have another package code. */
function summaryOf(version: string, builtAt: number, contents: readonly (Buffer | string)[]): Table {
  const date = new Date(builtAt * 1000).toISOString().replace(/-/g, '/').replace('T', ' ').slice(0, 19)
  const hash = createHash('sha256')
  for (const content of contents) hash.update(content)
  return table('_SummaryInformation', ['PropertyId:i2', 'Value:l255'], 1, [
    [1, '1252'],
    [2, 'Installation Database'],
    [3, `Rollcall agent ${version}`],
    [4, 'Rollcall'],
    [5, 'Installer'],
    [7, 'x64;1033'],
    [9, guidOf(`package ${hash.digest('hex')} ${builtAt}`)],
    [12, date],
    [13, date],
    // Windows Installer 5.0, which every 64-bit Windows since 7 has; compressed; read-only recommended.
    [14, '500'],
    [15, '2'],
    [19, '2'],
  ])
}

/** Returns a table as a text archive file (.idt). */
function textOf({ name, columns, types, keys, rows }: Table): string {
  const lines = [columns, types, [name, ...columns.slice(0, keys)], ...rows]
  return lines.map((fields) => `${fields.map((field) => field ?? '').join('\t')}\r\n`).join('')
}

/** Returns the paths of all files below a folder, sorted, with `/`. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.map((path) => path.slice(folder.length + 1)).sort()
}
