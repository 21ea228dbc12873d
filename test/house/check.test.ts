import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

test.each([
  ['types', 'tsc', ['-p', root, '--pretty', 'false']],
  ['types of the web interface', 'tsc', ['-p', join(root, 'collector/web'), '--pretty', 'false']],
  ['lint, format and import order', 'biome', ['ci', '--colors=off', '--max-diagnostics=50', root]],
])('%s', async (_what, program, args) => {
  const run = await runProcess(join(root, 'node_modules/.bin', program), args, { timeoutMs: 110_000 })
  expect(run.code, `${run.stdout}\n${run.stderr}`).toBe(0)
})
