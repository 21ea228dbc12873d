import fs, { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openHostMemory } from './host-memory.ts'
import { RecordLog } from './record-log.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-record-log-'))
})
const restore = () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}
afterEach(() => {
  restore()
  rmSync(folder, { recursive: true })
})

const file = () => join(folder, 'records')
const isOurs = (target: unknown) =>
  (typeof target === 'number' ? readlinkSync(`/proc/self/fd/${target}`) : String(target)).startsWith(folder)

type Step = 'openSync' | 'writeSync' | 'fsyncSync' | 'renameSync' | 'closeSync'
function failAt(step: Step): void {
  const original = fs[step] as (...args: unknown[]) => unknown
  vi.spyOn(fs, step).mockImplementation(((...args: unknown[]) => {
    if (!isOurs(args[0])) return original(...args)
    // A close that reports an error still closes the descriptor (close(2)).
    if (step === 'closeSync') original(...args)
    throw Object.assign(new Error(`ENOSPC in ${step}`), { code: 'ENOSPC' })
  }) as never)
  syncBuiltinESMExports()
}

const openOnOurs = () =>
  readdirSync('/proc/self/fd').filter((name) => {
    try {
      return isOurs(Number(name))
    } catch {
      return false
    }
  }).length

/** Enough lines of one record that the next append rewrites the file. */
const many = Array.from({ length: 10_001 }, () => 'a')

test.each<Step>(['openSync', 'fsyncSync', 'renameSync', 'closeSync'])(
  'a rewrite that fails at %s costs no line and uses no stale descriptor',
  (step) => {
    const log = new RecordLog(file(), () => undefined)
    failAt(step)
    expect(() => log.append(many, 1, () => ['a'])).toThrow('ENOSPC')
    restore()
    const foreign = join(folder, 'foreign')
    writeFileSync(foreign, '')
    const others = Array.from({ length: 4 }, () => fs.openSync(foreign, 'a'))
    log.append(['b'], 2, () => ['a', 'b'])
    log.append(['c'], 3, () => ['a', 'b', 'c'])
    log.close()
    log.close()
    for (const other of others) fs.closeSync(other)
    expect(readFileSync(foreign, 'utf8')).toBe('')
    expect(readFileSync(file(), 'utf8')).toBe('a\nb\nc\n')
    expect(openOnOurs()).toBe(0)
  },
)

test('repairs the file with the next append after one failed in the middle of a line', () => {
  const log = new RecordLog(file(), () => undefined)
  const { writeSync } = fs
  let calls = 0
  vi.spyOn(fs, 'writeSync').mockImplementation(((descriptor: number, bytes: Uint8Array) => {
    calls += 1
    if (calls > 1) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
    return writeSync(descriptor, bytes, 0, 3)
  }) as never)
  syncBuiltinESMExports()
  expect(() => log.append(['first line'], 1, () => [])).toThrow('ENOSPC')
  expect(readFileSync(file(), 'utf8')).toBe('fir')
  restore()
  log.append(['second'], 2, () => ['first line', 'second'])
  log.close()
  expect(readFileSync(file(), 'utf8')).toBe('first line\nsecond\n')
})

test('reports a failing file once, and has all hosts on disk once it works again', () => {
  const errors: unknown[] = []
  const open = () => openHostMemory({ file: file(), onError: (error) => errors.push(error), retryMs: 0 })
  const memory = open()
  failAt('writeSync')
  memory.refused('10.0.0.1')
  memory.refused('10.0.0.2')
  restore()
  failAt('openSync')
  memory.refused('10.0.0.3')
  expect(errors).toHaveLength(1)
  restore()
  memory.refused('10.0.0.4')
  memory.close()
  const again = open()
  expect([1, 2, 3, 4].map((last) => again.refusedToday(`10.0.0.${last}`))).toEqual([1, 1, 1, 1])
  again.close()
})
