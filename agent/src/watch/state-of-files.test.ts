import { appendFile, mkdir, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { macosSources } from '../inventory/macos-sources.ts'
import { softwareSources } from '../inventory/software/sources.ts'
import { linuxDatabases, macosDatabases } from './software-databases.ts'
import { stateOfFiles } from './state-of-files.ts'

let folder: TmpFolder
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

const path = (...names: string[]) => join(folder.path, ...names)

/** Makes each change in turn, and expects each to change the state of the patterns once. */
async function expectChanges(patterns: readonly string[], changes: readonly (() => Promise<unknown>)[]) {
  for (const [index, change] of changes.entries()) {
    const before = stateOfFiles(patterns)
    expect(stateOfFiles(patterns)).toBe(before)
    await change()
    expect(stateOfFiles(patterns), `change ${index}`).not.toBe(before)
  }
}

it('changes when a file appears, grows, is replaced and disappears', async () => {
  const file = path('lib', 'status')
  await expectChanges(
    [file],
    [
      () => mkdir(path('lib')).then(() => writeFile(file, 'a')),
      () => appendFile(file, 'b'),
      () => writeFile(path('status-new'), 'ab').then(() => rename(path('status-new'), file)),
      () => rename(path('lib'), path('old')),
      () => rename(path('old'), path('lib')),
      () => rm(file),
    ],
  )
})

it('changes when a file of equal size and time replaces another', async () => {
  const file = path('status')
  await writeFile(file, 'a')
  await utimes(file, 1, 1)
  await expectChanges([file], [() => writeFile(file, 'b').then(() => utimes(file, 1, 1))])
})

it('changes when a name in a folder appears, is renamed and disappears', async () => {
  await mkdir(path('local'))
  await expectChanges(
    [path('local')],
    [
      () => mkdir(path('local', 'a-1.0')),
      () => rename(path('local', 'a-1.0'), path('local', 'a-1.1')),
      () => rm(path('local', 'a-1.1'), { recursive: true }),
    ],
  )
})

it('follows folders that match a star, also later ones', async () => {
  const packages = (version: string) => path('lib', `python${version}`, 'dist-packages')
  await expectChanges(
    [path('lib', 'python*', 'dist-packages')],
    [
      () => mkdir(packages('3.11'), { recursive: true }),
      () => mkdir(packages('3.12'), { recursive: true }),
      () => writeFile(join(packages('3.12'), 'a'), ''),
    ],
  )
  const before = stateOfFiles([path('lib', 'python*', 'dist-packages')])
  await mkdir(path('lib', 'perl5'))
  expect(stateOfFiles([path('lib', 'python*', 'dist-packages')])).toBe(before)
})

it('reads at most 256 matches of a star', async () => {
  for (let index = 0; index < 300; index += 1) await mkdir(path('lib', `${index}`), { recursive: true })
  expect(stateOfFiles([path('lib', '*')]).split('\n')).toHaveLength(256)
})

it('names the reason for a path that cannot be asked', async () => {
  await symlink('loop', path('loop'))
  await writeFile(path('file'), '')
  expect(stateOfFiles([path('loop', 'x'), path('file', 'x'), path('x'.repeat(300)), 'a\0b'])).toBe(
    [
      `${path('loop', 'x')} ELOOP`,
      `${path('file', 'x')} absent`,
      `${path('x'.repeat(300))} ENAMETOOLONG`,
      'a\0b ERR_INVALID_ARG_VALUE',
    ].join('\n'),
  )
  expect(stateOfFiles([path('loop', '*'), path('none', '*')])).toBe('')
})

it('has databases for each source of software on Linux and macOS', () => {
  expect(Object.keys(linuxDatabases).sort()).toEqual(softwareSources.map(({ name }) => name).sort())
  expect(Object.keys(macosDatabases).sort()).toEqual(macosSources.software.map(({ name }) => name).sort())
})
