import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  brokenRule,
  circlesOf,
  importsOf,
  loadersOf,
  readProduction,
  readScripts,
  unusedPermissions,
  upwardPermissions,
} from './boundaries.ts'

const root = join(import.meta.dirname, '..', '..')
const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'], {
  cwd: root,
})
const importsMax = 20
/** Lists a file for each of some hundred vendors, one a line. */
const vendors = 'audit-service/src/probes/snmp/vendors/all.ts'
const files = listed.toString().split('\n')
const production = readProduction(root, files)
const scripts = readScripts(root, files)

test('every import follows the table of rooms and packages', () => {
  const broken = [...production].flatMap(([file, specifiers]) =>
    specifiers.flatMap((specifier) => {
      const rule = brokenRule(file, specifier)
      return rule === undefined ? [] : [`${file} imports ${specifier}: ${rule}`]
    }),
  )
  expect(broken).toEqual([])
})

test('a room imports only rooms that stand before it in the table', () => {
  expect(upwardPermissions()).toEqual([])
})

test('no files import each other in a circle', () => {
  expect(circlesOf(new Map([...production, ...scripts]))).toEqual([])
})

test('no file imports from more than 20 others', () => {
  const crowded = [...production, ...scripts].flatMap(([file, specifiers]) => {
    const count = new Set(specifiers).size
    return count <= importsMax || file === vendors ? [] : [`${file}: ${count}`]
  })
  expect(crowded).toEqual([])
})

test('no page of the web interface loads the schema library, which is larger than most pages', () => {
  const web = [...production.keys()].filter((file) => file.startsWith('collector/web/'))
  expect(web.length).toBeGreaterThan(500)
  expect(loadersOf(root, web, 'zod')).toEqual([])
  expect(loadersOf(root, ['shared/src/query/fields.ts', 'shared/src/api/view.ts'], 'zod')).toContain(
    'shared/src/api/view.ts',
  )
})

test('every import that the table of rooms permits is in use', () => {
  expect(unusedPermissions(production)).toEqual([])
})

test.each([
  ['collector/src/http/v1/devices.ts', '../../store/store.ts', 'http may import'],
  ['collector/src/http/app.ts', 'drizzle-orm', 'http sends no query'],
  ['collector/src/http/app.ts', 'drizzle-orm/sqlite-core', 'http sends no query'],
  ['collector/src/messaging/results.ts', '../store/schema/scanning.ts', 'messaging may import'],
  ['collector/src/messaging/results.ts', 'pg', 'only store may import pg'],
  ['collector/src/http/app.ts', '@rollcall/agent/inventory/all.ts', 'collector/src may import shared/src'],
  ['collector/src/main.ts', '../../agent/src/main.ts', 'another package is imported by its name'],
  ['collector/src/devices/read.ts', '../http/app.ts', 'devices may import'],
  ['collector/src/devices/read.ts', '../messaging/start.ts', 'devices may import'],
  ['collector/src/devices/read.ts', 'hono', 'only http may import hono'],
  ['collector/src/devices/read.ts', '@hono/zod-openapi', 'only http may import @hono'],
  ['collector/src/scanning/tasks/request.ts', '@nats-io/jetstream', 'only messaging and'],
  ['collector/src/scanning/tasks/request.ts', '../../messaging/streams.ts', 'scanning may import'],
  ['collector/src/devices/read.ts', '../store/schema/software.ts', 'devices may use the tables'],
  ['collector/src/devices/deep/read.ts', '../../store/schema/all.ts', 'devices may use the tables'],
  ['collector/src/a-new-room/read.ts', '../store/schema/devices.ts', 'a-new-room may import'],
  ['collector/src/devices/read.ts', './testing/devices.ts', 'helpers of tests are for tests alone'],
  ['collector/src/store/store.ts', '../devices/read.ts', 'store may import'],
  ['collector/src/store/store.ts', 'hono', 'only http may import hono'],
  ['audit-service/src/main.ts', '@rollcall/collector/main.ts', 'audit-service/src may import'],
  ['audit-service/src/main.ts', '@rollcall/agent/main.ts', 'audit-service/src may import'],
  ['agent/src/main.ts', '@rollcall/collector/main.ts', 'agent/src may import'],
  ['agent/src/main.ts', '../../shared/src/errors.ts', 'another package is imported by its name'],
  ['shared/src/ids.ts', 'node:fs', 'code for browsers uses nothing of Node'],
  ['shared/src/ids.ts', './node/tools.ts', 'code for browsers uses nothing of shared/src/node'],
  ['shared/src/ids.ts', '@rollcall/agent/main.ts', 'shared/src may import no other package'],
  ['shared/src/node/tools.ts', '@rollcall/collector/main.ts', 'shared/src may import no other package'],
  ['cli/src/commands/device.ts', '@rollcall/collector/store/store.ts', 'cli/src sends no query'],
  ['cli/src/commands/device.ts', 'drizzle-orm', 'cli/src sends no query'],
  [
    'collector/web/pages/devices/list.tsx',
    '@rollcall/collector/devices/read.ts',
    'collector/web may import shared/src',
  ],
  ['collector/web/pages/devices/list.tsx', '../../../src/devices/read.ts', 'another package is imported by its name'],
  ['collector/web/main.tsx', 'node:fs', 'code for browsers uses nothing of Node'],
  ['collector/web/main.tsx', '@rollcall/shared/node/tools.ts', 'code for browsers uses nothing of shared/src/node'],
  ['collector/web/table/data-table.tsx', '../pages/devices/list.tsx', 'collector/web/table knows no page'],
  ['collector/web/ui/time.tsx', '../pages/devices/list.tsx', 'collector/web/ui knows no page'],
])('refuses that %s imports %s', (file, specifier, rule) => {
  expect(brokenRule(file, specifier)).toContain(rule)
})

test.each([
  ['collector/src/http/v1/devices.ts', '../../devices/list/list-devices.ts'],
  ['collector/src/http/v1/devices.ts', 'hono'],
  ['collector/src/messaging/results.ts', '@nats-io/jetstream'],
  ['collector/src/devices/read.ts', '../store/schema/devices.ts'],
  ['collector/src/devices/read.ts', '@rollcall/shared/ids.ts'],
  ['collector/src/devices/read.ts', 'node:crypto'],
  ['audit-service/src/audit/local.ts', '@rollcall/agent/inventory/linux/cpu.ts'],
  ['shared/src/node/tools.ts', 'node:fs'],
  ['cli/src/commands/up.ts', '@rollcall/audit-service/main.ts'],
  ['collector/web/main.tsx', 'react'],
])('permits that %s imports %s', (file, specifier) => {
  expect(brokenRule(file, specifier)).toBeUndefined()
})

test('reads static, bare, re-exported and called imports, over several lines too', () => {
  const text = `import a from 'a'\nimport 'b'\nexport { c } from 'c'\nimport {\n  type D,\n} from 'd'\nconst e = await import('e')\n`
  expect(importsOf(text)).toEqual(['a', 'b', 'c', 'd', 'e'])
})
