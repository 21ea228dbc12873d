import fs, { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { tmpFolder } from '../../test/harness/tmp.ts'
import { openRotatedLog } from './rotated-log.ts'

test('continues an existing log, with a bounded size', async () => {
  await using folder = await tmpFolder()
  const file = join(folder.path, 'logs', 'part.log')
  const first = openRotatedLog(file, 10)
  first.write(Buffer.from('12345'))
  first.close()
  const second = openRotatedLog(file, 10)
  second.write(Buffer.from('67890'))
  expect(readFileSync(file, 'utf8')).toBe('1234567890')
  second.write(Buffer.from('a'))
  expect(readFileSync(file, 'utf8')).toBe('a')
  expect(readFileSync(`${file}.old`, 'utf8')).toBe('1234567890')
  second.write(Buffer.from('longer than the whole file may be'))
  expect(readFileSync(`${file}.old`, 'utf8')).toBe('a')
  second.close()
  expect(statSync(file).mode & 0o077).toBe(0)
})

describe('while a step of the rotation fails', () => {
  const failing = vi.fn<(path: unknown) => void>()
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  /** Returns the descriptors of this process that are open on a file of the folder. */
  const descriptorsIn = (path: string) =>
    fs.readdirSync('/proc/self/fd').filter((name) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${name}`).startsWith(path)
      } catch {
        return false
      }
    }).length

  function failAt(step: 'closeSync' | 'renameSync' | 'openSync' | 'writeSync' | 'fstatSync', folder: string): void {
    const original = fs[step] as (...args: unknown[]) => unknown
    vi.spyOn(fs, step).mockImplementation(((...args: unknown[]) => {
      const path = typeof args[0] === 'number' ? fs.readlinkSync(`/proc/self/fd/${args[0]}`) : String(args[0])
      if (!path.startsWith(folder)) return original(...args)
      failing(path)
      // A close that reports an error still closes the descriptor (close(2)).
      if (step === 'closeSync') original(...args)
      throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    }) as never)
    syncBuiltinESMExports()
  }

  test.each(['closeSync', 'renameSync', 'openSync', 'writeSync', 'fstatSync'] as const)(
    'the log uses no closed or foreign descriptor and goes on later (%s)',
    async (step) => {
      await using folder = await tmpFolder()
      const file = join(folder.path, 'part.log')
      const log = openRotatedLog(file, 10)
      log.write(Buffer.from('1234567890'))
      failAt(step, folder.path)
      log.write(Buffer.from('lost?'))
      // Reuses the number of a closed descriptor: the log must not write to it.
      const foreign = join(folder.path, 'foreign')
      writeFileSync(foreign, '')
      vi.restoreAllMocks()
      syncBuiltinESMExports()
      const others = Array.from({ length: 4 }, () => fs.openSync(foreign, 'a'))
      log.write(Buffer.from('more'))
      log.write(Buffer.from('0123456789'))
      log.write(Buffer.from('last'))
      expect(failing).toHaveBeenCalled()
      expect(readFileSync(foreign, 'utf8')).toBe('')
      expect(readFileSync(file, 'utf8')).toBe('last')
      expect(readFileSync(`${file}.old`, 'utf8')).toBe('0123456789')
      log.close()
      log.write(Buffer.from('after the end'))
      log.close()
      for (const other of others) fs.closeSync(other)
      expect(readFileSync(file, 'utf8')).toBe('last')
      expect(descriptorsIn(folder.path)).toBe(0)
    },
  )

  test('keeps the log within twice its size, and rotates again once possible', async () => {
    await using folder = await tmpFolder()
    const file = join(folder.path, 'part.log')
    mkdirSync(`${file}.old`)
    writeFileSync(join(`${file}.old`, 'in the way'), '')
    const log = openRotatedLog(file, 10)
    for (let line = 0; line < 100; line += 1) log.write(Buffer.from('12345'))
    expect(statSync(file).size).toBe(20)
    rmSync(`${file}.old`, { recursive: true })
    log.write(Buffer.from('again'))
    expect(readFileSync(file, 'utf8')).toBe('again')
    log.close()
  })

  test('starts the log once its folder can be created', async () => {
    await using folder = await tmpFolder()
    const blocker = join(folder.path, 'logs')
    writeFileSync(blocker, '')
    const log = openRotatedLog(join(blocker, 'part.log'))
    log.write(Buffer.from('lost'))
    rmSync(blocker)
    log.write(Buffer.from('there'))
    log.close()
    expect(readFileSync(join(blocker, 'part.log'), 'utf8')).toBe('there')
  })
})
