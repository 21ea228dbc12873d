import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, open, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { mountPowerCutDisk, type PowerCutDisk, type Survives } from './power-cut-disk.ts'

const text = 'kept whole'

async function mounted(options?: { ignoreSyncs: boolean }): Promise<PowerCutDisk> {
  const disk = await mountPowerCutDisk(options)
  onTestFinished(() => disk.end())
  return disk
}

async function sync(path: string): Promise<void> {
  await using file = await open(path, 'r')
  await file.sync()
}

async function cut(disk: PowerCutDisk, survives: Survives, seed = 1): Promise<void> {
  await disk.cut({ survives, seed, afterChanges: 0 })
  await disk.powerOn()
}

describe('a power cut', () => {
  test('keeps a file that was synced with its folder', async () => {
    const disk = await mounted()
    const file = join(disk.path, 'file')
    await writeFile(file, text)
    await sync(file)
    await sync(disk.path)
    for (const survives of ['nothing', 'names', 'some'] as const) {
      await cut(disk, survives)
      expect(readFileSync(file, 'utf8')).toBe(text)
    }
  })

  test('loses a file whose folder was not synced', async () => {
    const disk = await mounted()
    const file = join(disk.path, 'file')
    await writeFile(file, text)
    await sync(file)
    await cut(disk, 'nothing')
    expect(readdirSync(disk.path)).toEqual([])
  })

  test('loses a synced file in a folder whose own name was not synced', async () => {
    const disk = await mounted()
    const folder = join(disk.path, 'folder')
    await mkdir(folder)
    await writeFile(join(folder, 'file'), text)
    await sync(join(folder, 'file'))
    await sync(folder)
    await cut(disk, 'nothing')
    expect(readdirSync(disk.path)).toEqual([])
  })

  test('leaves an empty file after a rename without a sync', async () => {
    const disk = await mounted()
    const file = join(disk.path, 'file')
    await writeFile(`${file}.new`, text)
    await rename(`${file}.new`, file)
    await cut(disk, 'names')
    expect(readdirSync(disk.path)).toEqual(['file'])
    expect(readFileSync(file, 'utf8')).toBe('')
  })

  test('leaves the old or the complete new file after a durable replacement', async () => {
    const disk = await mounted()
    const file = join(disk.path, 'file')
    await writeFile(file, 'old')
    await sync(file)
    await sync(disk.path)
    await writeFile(`${file}.new`, text)
    await sync(`${file}.new`)
    await rename(`${file}.new`, file)
    await cut(disk, 'nothing')
    expect(readFileSync(file, 'utf8')).toBe('old')
    await writeFile(`${file}.new`, text)
    await sync(`${file}.new`)
    await rename(`${file}.new`, file)
    await cut(disk, 'names')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('restores a file that was removed without a sync', async () => {
    const disk = await mounted()
    const file = join(disk.path, 'file')
    await writeFile(file, text)
    await sync(file)
    await sync(disk.path)
    await rm(file)
    await cut(disk, 'nothing')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('undoes an unsynced write and truncation', async () => {
    const disk = await mounted()
    const file = join(disk.path, 'file')
    await writeFile(file, text)
    await sync(file)
    await sync(disk.path)
    await truncate(file, 2)
    await writeFile(file, 'something else and longer')
    await cut(disk, 'nothing')
    expect(readFileSync(file, 'utf8')).toBe(text)
  })

  test('keeps some of the unsynced pages, the same ones for the same seed', async () => {
    const surviving = async () => {
      const disk = await mounted()
      const file = join(disk.path, 'file')
      await writeFile(file, '')
      await sync(disk.path)
      await writeFile(file, Buffer.alloc(64 * 4096, 'x'))
      await cut(disk, 'some', 7)
      return readFileSync(file).filter((byte) => byte !== 0).length
    }
    const bytes = await surviving()
    expect(bytes).toBeGreaterThan(0)
    expect(bytes).toBeLessThan(64 * 4096)
    expect(await surviving()).toBe(bytes)
  })

  test('happens after the requested number of changes', async () => {
    const disk = await mounted()
    const isCut = disk.cut({ survives: 'names', seed: 1, afterChanges: 2 })
    await mkdir(join(disk.path, '1'))
    await mkdir(join(disk.path, '2'))
    const third = mkdir(join(disk.path, '3'))
    await isCut
    const failed = expect(third).rejects.toThrow()
    await disk.powerOn()
    await failed
    expect(readdirSync(disk.path).sort()).toEqual(['1', '2'])
  })

  test('loses synced data on a disk that ignores syncs', async () => {
    const disk = await mounted({ ignoreSyncs: true })
    const file = join(disk.path, 'file')
    await writeFile(file, text)
    await sync(file)
    await sync(disk.path)
    await cut(disk, 'nothing')
    expect(existsSync(file)).toBe(false)
  })
})

test('a failing folder refuses every change, and works again after it is repaired', async () => {
  const disk = await mounted()
  await mkdir(join(disk.path, 'broken', 'below'), { recursive: true })
  await disk.failIn('broken')
  await expect(writeFile(join(disk.path, 'broken', 'below', 'file'), text)).rejects.toMatchObject({ code: 'EIO' })
  await writeFile(join(disk.path, 'other'), text)
  await disk.failIn(undefined)
  await writeFile(join(disk.path, 'broken', 'below', 'file'), text)
})
