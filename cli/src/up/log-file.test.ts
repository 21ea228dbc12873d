import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tmpFolder } from '../../../test/harness/tmp.ts'
import { openLogFile } from './log-file.ts'

test('a log goes on where it was, and never grows without end', async () => {
  await using folder = await tmpFolder()
  const file = join(folder.path, 'logs', 'part.log')
  const first = openLogFile(file, 10)
  first.write(Buffer.from('12345'))
  first.close()
  const second = openLogFile(file, 10)
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
