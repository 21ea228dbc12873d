import { readdirSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))

const noSql = 'No file knows both a transport and SQL'
const featureOnly = 'A feature imports the store, other features and shared'
const ownTables = 'A feature knows only its own tables'
const storeOnly = 'The store knows no feature and no transport'
const collectorOnly = 'Of the other parts the collector imports only shared'
const auditServiceOnly = 'Of the other parts the Audit Service imports only shared and what reads an inventory'
const agentOnly = 'Of the other parts the agent imports only shared'
const sharedOnly = 'shared imports no other part'
const webSafe = 'what needs Node lives in shared/src/node'
const cliOnly = 'A command calls a feature'
const webOnly = 'The web interface imports only shared'

const forbidden: [file: string, specifier: string, message: string][] = [
  ['collector/src/http/v1/devices.ts', '../../store/store.ts', noSql],
  ['collector/src/http/app.ts', 'drizzle-orm', noSql],
  ['collector/src/http/app.ts', 'drizzle-orm/sqlite-core', noSql],
  ['collector/src/messaging/results.ts', '../store/schema/tasks.ts', noSql],
  ['collector/src/http/app.ts', '@rollcall/agent/inventory/all.ts', collectorOnly],
  ['collector/src/main.ts', '../../agent/src/main.ts', collectorOnly],
  ['collector/src/devices/read.ts', '../http/app.ts', featureOnly],
  ['collector/src/devices/read.ts', '../messaging/connect.ts', featureOnly],
  ['collector/src/devices/read.ts', 'hono', featureOnly],
  ['collector/src/devices/read.ts', '@hono/zod-openapi', featureOnly],
  ['collector/src/tasks/request.ts', '@nats-io/jetstream', featureOnly],
  ['collector/src/tasks/request.ts', '@rollcall/audit-service/main.ts', featureOnly],
  ['collector/src/devices/read.ts', '../store/schema/software.ts', ownTables],
  ['collector/src/devices/deep/read.ts', '../../store/schema/all.ts', ownTables],
  ['collector/src/a-new-feature/read.ts', '../store/schema/devices.ts', ownTables],
  ['collector/src/a-new-feature/read.ts', '../http/app.ts', featureOnly],
  ['collector/src/store/store.ts', '../devices/read.ts', storeOnly],
  ['collector/src/store/sqlite/store.ts', '../../auth/read.ts', storeOnly],
  ['collector/src/store/store.ts', '../http/app.ts', storeOnly],
  ['audit-service/src/main.ts', '@rollcall/collector/main.ts', auditServiceOnly],
  ['audit-service/src/main.ts', '@rollcall/agent/main.ts', auditServiceOnly],
  ['agent/src/main.ts', '@rollcall/collector/main.ts', agentOnly],
  ['agent/src/main.ts', '@rollcall/audit-service/main.ts', agentOnly],
  ['agent/src/main.ts', '../../shared/src/errors.ts', agentOnly],
  ['shared/src/ids.ts', 'node:fs', webSafe],
  ['shared/src/ids.ts', 'node:fs/promises', webSafe],
  ['shared/src/ids.ts', './node/tools.ts', webSafe],
  ['shared/src/api/device.ts', '../node/tools.ts', webSafe],
  ['shared/src/ids.ts', '@rollcall/agent/main.ts', sharedOnly],
  ['shared/src/node/tools.ts', '@rollcall/collector/main.ts', sharedOnly],
  ['cli/src/commands/device.ts', '@rollcall/collector/store/store.ts', cliOnly],
  ['cli/src/commands/device.ts', 'drizzle-orm', cliOnly],
  ['collector/web/pages/devices/list.tsx', '@rollcall/collector/devices/read.ts', webOnly],
  ['collector/web/pages/devices/list.tsx', '../../../src/devices/read.ts', webOnly],
  ['collector/web/main.tsx', 'node:fs', webOnly],
  ['collector/web/main.tsx', '@rollcall/shared/node/tools.ts', webOnly],
]

const allowed: [file: string, specifier: string][] = [
  ['collector/src/http/v1/devices.ts', '../../devices/read.ts'],
  ['collector/src/http/v1/devices.ts', 'hono'],
  ['collector/src/messaging/results.ts', '@nats-io/jetstream'],
  ['collector/src/devices/read.ts', '../store/store.ts'],
  ['collector/src/devices/read.ts', '../store/schema/devices.ts'],
  ['collector/src/devices/read.ts', '../software/read.ts'],
  ['collector/src/devices/read.ts', '@rollcall/shared/ids.ts'],
  ['collector/src/devices/read.ts', 'node:crypto'],
  ['collector/src/devices/read.test.ts', '../store/schema/software.ts'],
  ['collector/src/store/sqlite/store.ts', '../schema/devices.ts'],
  ['collector/src/store/schema/all.ts', './auth.ts'],
  ['collector/src/context.ts', './store/store.ts'],
  ['collector/src/main.ts', './http/app.ts'],
  ['audit-service/src/audit/local.ts', '@rollcall/agent/inventory/linux/cpu.ts'],
  ['audit-service/src/audit/local.ts', '@rollcall/agent/platform/linux.ts'],
  ['agent/src/main.ts', '@rollcall/shared/errors.ts'],
  ['shared/src/node/tools.ts', 'node:fs'],
  ['cli/src/commands/up.ts', '@rollcall/collector/main.ts'],
  ['cli/src/commands/up.ts', '@rollcall/audit-service/main.ts'],
  ['collector/web/api/devices.ts', '@rollcall/shared/api/device.ts'],
  ['collector/web/main.tsx', 'react'],
]

const reportSchema = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      message: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
})

let folder: string
/** What Biome said of an import, by `file:specifier`; absent where it said nothing. */
const said = new Map<string, string>()

// A tree of its own with the repository's configuration and, for every file named above, one import a line.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-imports-'))
  await cp(join(root, 'biome.json'), join(folder, 'biome.json'))
  const specifiersOf = Map.groupBy([...forbidden, ...allowed], ([file]) => file)
  for (const [file, cases] of specifiersOf) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), cases.map(([, specifier]) => `export * from '${specifier}'\n`).join(''))
  }
  const args = ['lint', '--only=style/noRestrictedImports', '--vcs-enabled=false', '--max-diagnostics=none']
  const biome = join(root, 'node_modules/.bin/biome')
  const run = await runProcess(biome, [...args, '--reporter=json', `--config-path=${folder}`, folder], {
    timeoutMs: 60_000,
  })
  for (const { category, message, location } of reportSchema.parse(JSON.parse(run.stdout)).diagnostics) {
    expect(category, message).toBe('lint/style/noRestrictedImports')
    const file = location.path.startsWith('/') ? relative(folder, location.path) : location.path
    said.set(`${file}:${specifiersOf.get(file)?.[location.start.line - 1]?.[1]}`, message)
  }
})

afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(forbidden)('%s must not import %s', (file, specifier, message) => {
  expect(said.get(`${file}:${specifier}`)).toContain(message)
})

test.each(allowed)('%s may import %s', (file, specifier) => {
  expect(said.get(`${file}:${specifier}`)).toBeUndefined()
})

test('the store rule names every feature, and every table file belongs to one that may import it', async () => {
  const config = await readFile(join(root, 'biome.json'), 'utf8')
  const notFeatures = ['http', 'messaging', 'store']
  const features = readdirSync(join(root, 'collector/src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !notFeatures.includes(entry.name))
    .map(({ name }) => name)
  expect(features.filter((name) => !config.includes(`"**/${name}/**"`))).toEqual([])
  const tables = readdirSync(join(root, 'collector/src/store/schema')).filter(
    (name) => name !== 'all.ts' && !name.endsWith('.test.ts'),
  )
  expect(tables.filter((name) => !config.includes(`"!**/store/schema/${name}"`))).toEqual([])
})
