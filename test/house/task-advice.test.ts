import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { advice } from '../../collector/web/ui/tasks/advice.ts'

const root = join(import.meta.dirname, '..', '..')

test('every phrase of the task advice is part of an error text of the Audit Service or the collector', () => {
  const files = globSync('{audit-service,collector}/src/**/*.ts', { cwd: root })
  const sources = files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
  const missing = advice.flatMap(({ phrases }) => phrases.filter((phrase) => !sources.some((s) => s.includes(phrase))))
  expect(missing).toEqual([])
})
