import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..', '..', 'collector', 'src')

/** Files that delete, compare times and read the clock, but delete nothing because of its age. */
const others: Record<string, string> = {
  'change-log/stored-counts.ts': 'deletes counts, which it makes again from the change log',
  'snapshots/offload/offload-site.ts': 'deletes what was copied, or whose snapshot is gone',
  'outbox/claims.ts': 'deletes what was sent',
}

const deletes = /\.delete\(|\b(deleteRows|removeDevices|removeSnapshots|archiveDevices)\(/
const comparesTimes = /\blte?\(/
const readsClock = /\bnowOf\(|\bclock\.now\(|\bDate\.now\(|new Date\(\)/

/** Returns true if a file may delete records by their age according to an unchecked clock. */
const isUnguarded = (text: string): boolean => deletes.test(text) && comparesTimes.test(text) && readsClock.test(text)

const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !/^(store|operations\/trusted-time)\//.test(file),
)

test.each(files.filter((file) => isUnguarded(readFileSync(join(source, file), 'utf8'))))(
  '%s deletes by age only in trusted time',
  (file) => {
    const text = readFileSync(join(source, file), 'utf8')
    expect(
      others[file] ?? /\btime: TrustedTime\b/.test(text),
      'take a TrustedTime instead of reading the clock',
    ).toBeTruthy()
  },
)

test('only the guard creates a trusted time', () => {
  const makers = files.filter((file) => /new TrustedTime\(/.test(readFileSync(join(source, file), 'utf8')))
  expect(makers).toEqual(['testing/context.ts'])
})

test('finds a job that deletes by the clock', () => {
  const job = 'await tx.delete(events).where(lt(events.createdAt, nowOf(ctx)))'
  expect(isUnguarded(job)).toBe(true)
  expect(isUnguarded(job.replace('nowOf(ctx)', 'time.now'))).toBe(false)
})
