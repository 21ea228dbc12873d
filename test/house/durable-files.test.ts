import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Calls of node:fs that put a name or a content on the disk, so that a power cut can leave half of it. */
const writing =
  /^(writeFile|appendFile|createWriteStream|copyFile|cp|rename|link|symlink|mkdir|mkdtemp|truncate)(Sync)?$/
/** `open` for anything but reading. */
const openToWrite = /\bopen(?:Sync)?\([^()]*,\s*'(?:w|a|r\+|wx|ax|w\+|a\+|wx\+)'/

/** Files that need such a call, with the reason why a power cut there does no harm. */
const exceptions: Record<string, string> = {
  'scripts/client/pack-client.ts': 'builds a package in a scratch folder',
  'scripts/release/bundle.ts': 'builds files that `writeStamp` or dpkg puts on disk',
  'scripts/release/cabinet.ts': 'builds a part of a package in a scratch folder',
  'scripts/release/deb.ts': 'builds a package in a scratch folder',
  'scripts/release/image.ts': 'builds an image in a scratch folder',
  'scripts/release/msi.ts': 'builds a package in a scratch folder',
  'scripts/release/pack-part.ts': 'builds packages in a scratch folder',
  'scripts/release/release.ts': 'builds packages, whose checksums are written last',
  'scripts/release/rpm.ts': 'builds a package in a scratch folder',
  'scripts/release/scratch-folder.ts': 'makes a scratch folder',
  'scripts/release/sign.ts': 'writes checksums of packages, as the last file',
  'scripts/release/tarball.ts': 'builds an archive in a scratch folder',
  'scripts/release/target-packages.ts': 'fetches a package, which package.json marks as complete',
  'scripts/release/stage.ts': 'builds the files of a package in a scratch folder',
  'scripts/release/stage-windows.ts': 'builds the files of a package in a scratch folder',
  'scripts/set-up/fetch-from-apt.ts': 'unpacks into a scratch folder, and moves the whole tool into place',
  'scripts/set-up/packages.mjs': 'has no packages yet; half a stamp installs them again',
  'shared/src/node/durable-files.ts': 'it is the one place',
  'audit-service/src/host-memory/record-log.ts':
    'appends lines, of which the last may be lost; its rewrites are durable',
  'cli/src/rotated-log.ts': 'a log for people',
  'collector/src/operations/backup/archive.ts': 'streams into a scratch folder, flushed, and moved by movePath',
  'collector/src/operations/backup/back-up.ts': 'copies into a scratch folder that is thrown away',
  'collector/src/operations/backup/restore.ts': 'streams into a scratch folder, flushed, and moved by movePath',
  'collector/src/store/sqlite/log-sync.ts': 'opens the log of SQLite to sync it',
  'collector/src/store/sqlite/open.ts': 'makes an empty database for SQLite, which fills it durably',
}

/** Lists the writing functions of node:fs that a source uses other than through shared/src/node/durable-files.ts. */
function bareWrites(source: string): string[] {
  const imports = [...source.matchAll(/import\s+(?!type\b)([^;'"]*?)\s+from\s+'node:fs(?:\/promises)?'/g)]
  const found = imports.flatMap(([, clause = '']) => {
    const names = /^\{([^}]*)\}$/.exec(clause.trim())?.[1]
    // A whole module under a name would hide what is called of it.
    if (names === undefined) return [clause.trim()]
    return names
      .split(',')
      .map((name) => name.trim().split(' as ')[0] ?? '')
      .filter((name) => writing.test(name))
  })
  const dynamic = [...source.matchAll(/import\('node:fs(?:\/promises)?'\)/g)].map(([call]) => call)
  const opened = openToWrite.exec(source)?.[0]
  return [...found, ...dynamic, ...(opened === undefined ? [] : [opened])]
}

test('files that are relied on are written through the durable helper only', async () => {
  const args = ['-C', root, 'ls-files', '--cached', '--others', '--exclude-standard']
  const folders = ['shared/src', 'collector/src', 'audit-service/src', 'agent/src', 'cli/src', 'scripts']
  const { stdout } = await runProcess('git', [...args, ...folders], { timeoutMs: 30_000 })
  const isProduct = (path: string) => /\.(ts|mjs)$/.test(path) && !/\.test\.ts$|\/testing\//.test(path)
  const bare: Record<string, string[]> = {}
  for (const path of new Set(stdout.split('\n').filter(isProduct))) {
    const source = await readFile(`${root}/${path}`, 'utf8').catch(() => '')
    const writes = bareWrites(source)
    if (writes.length > 0) bare[path] = writes
  }
  expect(
    Object.keys(bare)
      .filter((path) => !(path in exceptions))
      .map((path) => [path, bare[path]]),
  ).toEqual([])
  // An exception that is not used any more goes.
  expect(Object.keys(exceptions).filter((path) => !(path in bare))).toEqual([])
})

test.each([
  ["import { writeFile } from 'node:fs/promises'", ['writeFile']],
  ["import { readFileSync, renameSync as move } from 'node:fs'", ['renameSync']],
  ["import fs from 'node:fs'", ['fs']],
  ["import * as files from 'node:fs/promises'", ['* as files']],
  ["const { writeFile } = await import('node:fs/promises')", ["import('node:fs/promises')"]],
  ["const file = await open(path, 'wx', 0o600)", ["open(path, 'wx'"]],
  ["import type { Stats } from 'node:fs'", []],
  ["import { readFile } from 'node:fs/promises'\nconst file = await open(path, 'r')", []],
])('finds a bare write: %s', (source, found) => {
  expect(bareWrites(source)).toEqual(found)
})
