import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const lock = z
  .object({ packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), link: z.boolean().optional() })) })
  .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))

/** Packages that build or test, and run in no part of the product. */
const tools =
  /^(@biomejs\/.+|@esbuild.*|@redocly\/.+|@rolldown\/.+|@types\/(?!react).+|@vitejs\/.+|@vitest\/.+|drizzle-kit|esbuild|lightningcss.*|newman|playwright-core|rolldown|tsx|typescript|vite|vitest)$/

test('"npm ci --omit=dev" brings no tool that builds or tests', () => {
  const inProduction = Object.entries(lock.packages).flatMap(([path, { dev }]) =>
    dev || !path.includes('node_modules/') ? [] : [path.split('node_modules/').at(-1) ?? ''],
  )
  expect(inProduction).toContain('hono')
  expect(inProduction.filter((name) => tools.test(name))).toEqual([])
})

test('no package runs a script when it is installed', async () => {
  const { stdout } = await runProcess('npm', ['--prefix', root, 'config', 'get', 'ignore-scripts'], {
    timeoutMs: 60_000,
  })
  expect(stdout).toBe('true\n')
})
