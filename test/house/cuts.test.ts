import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cutsIn } from './patterns/cuts.ts'

const folder = join(import.meta.dirname, '..', '..', 'agent', 'src', 'inventory')

test('a source of the agent cuts a list with upTo only, which reports it', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'up-to.ts',
  )
  expect(files.length).toBeGreaterThan(100)
  const cuts = files.flatMap((file) => cutsIn(readFileSync(join(folder, file), 'utf8')).map((max) => `${file}: ${max}`))
  expect(cuts).toEqual([])
})

test('a cut is found wherever it stands, and that of a text is none', () => {
  expect(cutsIn('const kept = [...all].sort(byText).slice(0, itemsMax).map((item) => item)')).toEqual(['itemsMax'])
  expect(cutsIn('text.slice(0, charsMax) + text.slice(0, headCharsMax) + items.slice(1, itemsMax)')).toEqual([])
})
