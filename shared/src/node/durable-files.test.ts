import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  makeFolder,
  makeFolderSync,
  makeScratchFolder,
  movePath,
  removeFile,
  writeFileWhole,
  writeFileWholeSync,
} from './durable-files.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'durable-files-test-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await rm(folder, { recursive: true })
})

const at = (...names: string[]) => join(folder, ...names)

/** Records calls that change the disk, in their order, as `<call> <path>`; a descriptor is shown by its file's name. */
async function recordCalls(work: () => unknown): Promise<string[]> {
  const calls: string[] = []
  const nameOf = (path: unknown) =>
    String(path)
      .slice(folder.length)
      .replace(/\.\d+\.[0-9a-f]{12}\.\d+\.new$/, '.TMP') || '/'
  const pathOf = (descriptor: number) => fs.readlinkSync(`/proc/self/fd/${descriptor}`)
  const record = (name: string, path: unknown) => void calls.push(`${name} ${nameOf(path)}`)
  const handle = await open(folder, 'r')
  const handlePrototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const { sync } = handlePrototype
  vi.spyOn(handlePrototype, 'sync').mockImplementation(function (this: typeof handle) {
    record('sync', pathOf(this.fd))
    return sync.call(this)
  })
  for (const name of ['rename', 'link', 'mkdir', 'rm'] as const) {
    const original = fs.promises[name] as (...args: unknown[]) => Promise<unknown>
    vi.spyOn(fs.promises, name).mockImplementation(((...args: unknown[]) => {
      record(name, args[name === 'rename' || name === 'link' ? 1 : 0])
      return original(...args)
    }) as never)
    const sync = fs[`${name}Sync`] as (...args: unknown[]) => unknown
    vi.spyOn(fs, `${name}Sync`).mockImplementation(((...args: unknown[]) => {
      record(name, args[name === 'rename' || name === 'link' ? 1 : 0])
      return sync(...args)
    }) as never)
  }
  const { fsyncSync } = fs
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    record('sync', pathOf(descriptor))
    fsyncSync(descriptor)
  })
  syncBuiltinESMExports()
  await work()
  return calls
}

const forms = [
  ['awaited', { write: writeFileWhole, folder: makeFolder }],
  ['synchronous', { write: writeFileWholeSync, folder: makeFolderSync }],
] as const

describe.each(forms)('the %s form', (_form, { write, folder: make }) => {
  it('syncs the content before the name, and the folder after it', async () => {
    await writeFile(at('key'), 'old')
    const calls = await recordCalls(() => write(at('key'), 'new'))
    expect(calls.filter((call) => !call.startsWith('rm'))).toEqual(['sync /.key.TMP', 'rename /key', 'sync /'])
    expect(await readFile(at('key'), 'utf8')).toBe('new')
    expect(await readdir(folder)).toEqual(['key'])
  })

  it('sets the requested mode, whatever the umask and the old file', async () => {
    await writeFile(at('a'), 'old', { mode: 0o666 })
    const umask = process.umask(0o077)
    try {
      await write(at('a'), 'secret')
      await write(at('b'), 'public', { mode: 0o644 })
    } finally {
      process.umask(umask)
    }
    expect((await stat(at('a'))).mode & 0o777).toBe(0o600)
    expect((await stat(at('b'))).mode & 0o777).toBe(0o644)
  })

  it('keeps an existing file when it is exclusive', async () => {
    expect(await write(at('key'), 'first', { exclusive: true })).toBe(true)
    expect(await write(at('key'), 'second', { exclusive: true })).toBe(false)
    expect(await readFile(at('key'), 'utf8')).toBe('first')
    expect(await readdir(folder)).toEqual(['key'])
  })

  it('replaces the file behind a symbolic link', async () => {
    await writeFile(at('real'), 'old')
    await symlink('real', at('link'))
    await write(at('link'), 'new')
    expect(await readFile(at('real'), 'utf8')).toBe('new')
    expect((await fs.promises.lstat(at('link'))).isSymbolicLink()).toBe(true)
  })

  it('refuses a path that is not a file, and leaves nothing behind', async () => {
    await mkdir(at('folder'))
    await expect((async () => write(at('folder'), 'x'))()).rejects.toThrow(`${at('folder')} is not a file`)
    await expect((async () => write(at('missing', 'file'), 'x'))()).rejects.toThrow('ENOENT')
    expect(await readdir(folder)).toEqual(['folder'])
  })

  it('keeps the old file and leaves nothing behind when the rename fails', async () => {
    await writeFile(at('key'), 'old')
    const failure = () => {
      throw new Error('EIO')
    }
    vi.spyOn(fs.promises, 'rename').mockImplementation(async () => failure())
    vi.spyOn(fs, 'renameSync').mockImplementation(failure)
    syncBuiltinESMExports()
    await expect((async () => write(at('key'), 'new'))()).rejects.toThrow('EIO')
    expect(await readFile(at('key'), 'utf8')).toBe('old')
    expect(await readdir(folder)).toEqual(['key'])
  })

  it('syncs every parent of a new folder', async () => {
    const calls = await recordCalls(() => make(at('a', 'b', 'c')))
    expect(calls).toEqual(['mkdir /a/b/c', 'sync /a/b', 'sync /a', 'sync /'])
    expect((await stat(at('a', 'b'))).mode & 0o777).toBe(0o700)
  })

  it('removes only temporary files of killed processes', async () => {
    const killed = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
    await new Promise((resolve) => killed.once('exit', resolve))
    const foreign = '.key.1.abcdefabcdef.1.new'
    const left = [`.key.${killed.pid}.0123456789ab.1.new`, `.key.${process.pid}.0123456789ab.1.new`]
    for (const name of [...left, foreign, 'key', 'key.new']) await writeFile(at(name), '')
    await make(folder)
    expect((await readdir(folder)).sort()).toEqual([foreign, 'key', 'key.new'])
  })
})

it('moves and removes durably', async () => {
  await mkdir(at('to'))
  await writeFile(at('file'), '')
  expect(await recordCalls(() => movePath(at('file'), at('to', 'file')))).toEqual([
    'rename /to/file',
    'sync /to',
    'sync /',
  ])
  expect(await removeFile(at('to', 'file'))).toBe(true)
  expect(await removeFile(at('to', 'file'))).toBe(false)
})

it('removes scratch folders of killed processes for the same path only', async () => {
  const left = `.backup.${process.pid}.0123456789ab.1.new`
  const other = `.other.${process.pid}.0123456789ab.1.new`
  for (const name of [left, other]) await mkdir(at(name, 'inner'), { recursive: true })
  const scratch = await makeScratchFolder(at('backup'))
  expect((await stat(scratch)).mode & 0o777).toBe(0o700)
  expect((await readdir(folder)).sort()).toEqual([other, scratch.slice(folder.length + 1)].sort())
})
