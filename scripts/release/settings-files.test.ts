import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAuditServiceConfig } from '@rollcall/audit-service/config.ts'
import { readCollectorConfig } from '@rollcall/collector/operations/config.ts'
import { readProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { expect, it } from 'vitest'
import { parts, settingsFile } from './package-contents.ts'

/** Functions that read the settings of each part. */
const readers: Readonly<Record<string, (env: NodeJS.ProcessEnv) => unknown>> = {
  collector: (env) => readCollectorConfig({}, env),
  'audit-service': (env) => readAuditServiceConfig('/state', env).proxy(undefined),
  agent: (env) => readProxy(env),
}

/** Names that the package sets, and those of another case. */
const notOffered = new Set(['ROLLCALL_DATA_DIR', 'https_proxy', 'no_proxy'])

it.each(parts)(
  'the settings file of $name has each setting that the program reads, with a valid example',
  async (part) => {
    const text = await readFile(join(import.meta.dirname, 'files', `${part.name}.env`), 'utf8')
    const examples = new Map(
      [...text.matchAll(/^#?([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
    )
    const names = new Set<string>()
    const envWithout = (left: string) =>
      new Proxy<NodeJS.ProcessEnv>(
        {},
        {
          get: (_, name) => {
            if (typeof name !== 'string') return undefined
            names.add(name)
            return name === left ? undefined : examples.get(name)
          },
        },
      )
    readers[part.name]?.(envWithout(''))
    readers[part.name]?.(envWithout('ROLLCALL_PROXY'))
    expect([...examples.keys()].sort()).toEqual([...names].filter((name) => !notOffered.has(name)).sort())
  },
)

it.each(parts)(
  'the package of $name has its settings file, and every setting but the address is left to the operator',
  async (part) => {
    expect(settingsFile(part)).toBe(`etc/rollcall/${part.name}.env`)
    const text = await readFile(join(import.meta.dirname, 'files', `${part.name}.env`), 'utf8')
    const set = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
    expect(set).toEqual(part.name === 'collector' ? ['ROLLCALL_HOST=0.0.0.0'] : [])
  },
)

it('docs/operations.md describes each setting of the collector', async () => {
  const settings = await readFile(join(import.meta.dirname, 'files', 'collector.env'), 'utf8')
  const documentation = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8')
  const names = [...settings.matchAll(/^#?([A-Z_]+)=/gm)].map(([, name = '']) => name)
  expect(names.filter((name) => !documentation.includes(`\`${name}\``))).toEqual([])
})
