import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { isLongForm } from '../harness/long-form.ts'
import { type Pattern, patternsOf } from './patterns/literals.ts'

/** At least eight times what is left of a device's text when it is read: square time is little there, and more is not. */
const length = isLongForm ? 8_192 : 4_096
/** The slowest pattern takes 0.3 s for the longer text, one of cubic time minutes. */
const textTimeoutMs = 20_000
/** For the thread to begin: on a busy machine its own start takes longer than a text may. */
const startTimeoutMs = 60_000

const root = fileURLToPath(new URL('../..', import.meta.url))
const parts = ['audit-service', 'agent', 'shared', 'collector', 'cli']

const files = parts.flatMap((part) =>
  readdirSync(`${root}/${part}/src`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.includes('testing/'))
    .map((file) => `${part}/src/${file}`),
)

/** Returns the first pattern that did not reach the end of a text, with that text; undefined if each did. */
async function heldUp(patterns: readonly Pattern[], timeoutMs: number): Promise<string | undefined> {
  const worker = new Worker(new URL('./patterns/try-patterns.ts', import.meta.url), {
    workerData: { patterns, length },
  })
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  let tried: string | undefined
  let timer = setTimeout(() => resolve('no pattern was begun'), startTimeoutMs)
  worker.on('message', (name: string) => {
    tried = name
    clearTimeout(timer)
    timer = setTimeout(() => resolve(name), timeoutMs)
  })
  worker.on('error', reject)
  worker.on('exit', () => resolve(tried === undefined ? 'no pattern was begun' : undefined))
  const held = await promise.finally(() => clearTimeout(timer))
  await worker.terminate()
  return held
}

test('no hostile text makes a regular expression slow', { timeout: 300_000 }, async () => {
  const patterns = patternsOf(root, files)
  const rules = patterns.filter(({ file }) => /\/(?:vendors|rules)\//.test(file))
  // Those that say what a device is are found, wherever they stand.
  expect(rules.length).toBeGreaterThan(200)
  expect(await heldUp(patterns, textTimeoutMs)).toBeUndefined()
})

test.each([
  ['exponential', '^(?:a+)+$'],
  ['cubic', 'TH\\S*,.*\\S*,.*version'],
])('finds a pattern that takes %s time', async (_, source) => {
  const pattern = { file: 'rule.ts', source, flags: '' }
  expect(await heldUp([pattern], 1_000)).toContain(source)
})
