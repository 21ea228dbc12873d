import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { readDescription } from '@rollcall/collector/http/testing/description.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { expect, test } from 'vitest'
import { type Description, generateTypes } from '../../scripts/client/generate-types.ts'
import { packClient } from '../../scripts/client/pack-client.ts'
import type { JsonSchema } from '../../scripts/client/type-of-schema.ts'
import { tmpFolder } from '../harness/tmp.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const objectOf = (properties: object) =>
  ({ type: 'object', properties, required: Object.keys(properties) }) as JsonSchema

test('the types of the client follow the OpenAPI description; "npm run client" writes them', async () => {
  const description = JSON.parse((await readDescription()).text) as Description
  expect(read('client/src/api.ts') === generateTypes(description), 'run "npm run client"').toBe(true)
})

test('objects that repeat a named type refer to it, also in lists and inside one another', () => {
  const string = { type: 'string' }
  const disk = { type: 'object', properties: { name: string, bytes: { type: 'integer' } }, required: ['name'] }
  const machine = { type: 'object', properties: { name: string, disks: { type: 'array', items: disk } } }
  const report = { type: 'object', properties: { machine, spare: { anyOf: [disk, { type: 'null' }] } } }
  const schemas = { Disk: disk, Machine: machine, Report: report }
  const text = generateTypes({ paths: {}, components: { schemas } })
  expect(text).toContain('export type Disk = {\n  name: string\n  bytes?: number\n}\n')
  expect(text).toContain('export type Machine = {\n  name?: string\n  disks?: Disk[]\n}\n')
  expect(text).toContain('export type Report = {\n  machine?: Machine\n  spare?: Disk | null\n}\n')
})

test('an object with all fields of a named type refers to it, if they are four or more or all of its own', () => {
  const string = { type: 'string' }
  const schemas = {
    User: objectOf({ id: string, name: string, email: string, role: string }),
    Tag: objectOf({ id: string, name: string }),
    NewUser: objectOf({ id: string, password: string, name: string, email: string, role: string }),
    NewTag: objectOf({ id: string, name: string, colour: string }),
    PatchTag: { type: 'object', properties: { id: string, name: string } },
    Same: objectOf({ name: string, id: string }),
    Users: objectOf({
      created: {
        type: 'array',
        items: objectOf({ id: string, name: string, email: string, role: string, age: string }),
      },
    }),
  }
  const text = generateTypes({ paths: {}, components: { schemas } })
  expect(text).toContain('export type Tag = {\n  id: string\n  name: string\n}\n')
  expect(text).toContain('export type NewUser = User & {\n  password: string\n}\n')
  expect(text).toContain('export type NewTag = {\n  id: string\n  name: string\n  colour: string\n}\n')
  expect(text).toContain('export type PatchTag = Partial<Tag>\n')
  expect(text).toContain('export type Same = Tag\n')
  expect(text).toContain('export type Users = {\n  created: (User & {\n    age: string\n  })[]\n}\n')
})

test('objects that differ in parts only are generic types; others with more or fewer fields are written out', () => {
  const string = { type: 'string' }
  const page = { items: { type: 'array', items: objectOf({ name: string }) }, total: { type: 'integer' } }
  const base = { specversion: { enum: ['1.0'] }, id: string, source: string, time: string }
  const event = { ...base, datacontenttype: { enum: ['application/json'] }, type: { enum: ['added'] }, subject: string }
  const schemas = {
    Names: objectOf(page),
    Longer: objectOf({ ...page, next: string }),
    Shorter: objectOf({ items: page.items }),
    Added: objectOf({ ...event, data: objectOf({ name: string, size: { type: 'integer' } }) }),
  }
  const text = generateTypes({ paths: {}, components: { schemas } })
  expect(text).toContain('export type Names = Page<{\n  name: string\n}>\n')
  expect(text).toContain(
    'export type Longer = {\n  items: {\n    name: string\n  }[]\n  total: number\n  next: string\n}\n',
  )
  expect(text).toContain('export type Shorter = {\n  items: {\n    name: string\n  }[]\n}\n')
  expect(text).toContain("export type Added = CloudEvent<'added', {\n  name: string\n  size: number\n}>\n")
})

test('operations with only data, a body or the parameters of lists are generic types; others are written out', () => {
  const string = { type: 'string' }
  const content = (schema: JsonSchema) => ({ 'application/json': { schema } })
  const tag = { $ref: '#/components/schemas/Tag' }
  const responses = { 200: { content: content(tag) } }
  const parameters = ['limit', 'offset', 'format', 'columns'].map((name) => {
    const schema = {
      limit: { type: 'integer' },
      offset: { type: 'integer' },
      format: { enum: ['json', 'csv', 'xlsx'] },
    }
    return { name, in: 'query', schema: new Map<string, JsonSchema>(Object.entries(schema)).get(name) ?? string }
  })
  const security = [{}]
  const paths = {
    '/tags': {
      get: { security, parameters, responses },
      post: { security, requestBody: { required: true, content: content(tag) }, responses },
      patch: { security, requestBody: { content: content(tag) }, responses },
      delete: { security, responses: { 204: {} } },
    },
    '/found': { get: { security, parameters: [...parameters, { name: 'q', in: 'query', schema: string }], responses } },
  }
  const text = generateTypes({ paths, components: { schemas: { Tag: objectOf({ id: string, name: string }) } } })
  expect(text).toContain(`  '/tags': {
    get: Lists<Tag>
    post: Takes<Tag, Tag>
    patch: {
      body?: Tag
      data: Tag
    }
    delete: Returns<undefined>
  }
  '/found': {
    get: {
      query?: ListQuery & {
        q?: string
      }
      data: Tag
    }
  }
`)
})

test('the client has the version of the product, and no dependencies', () => {
  const manifest = JSON.parse(read('client/package.json')) as Record<string, unknown>
  expect(manifest).toMatchObject({ name: '@rollcall/client', version: productVersion })
  expect(Object.keys(manifest).filter((key) => /dependencies/i.test(key))).toEqual([])
})

test('the packed types are those of the sources, with their comments', async () => {
  const folder = await tmpFolder()
  const archive = await packClient(root, folder.path)
  execFileSync('tar', ['-xzf', archive, '-C', folder.path])
  const types = readFileSync(join(folder.path, 'package/dist/index.d.ts'), 'utf8')
  const names = [...read('client/src/api.ts').matchAll(/^export type (\w+) =/gm)].map(([, name]) => name)
  const all = [...names, 'ClientOptions', 'EventType', 'RollcallError', 'WebhookError', 'WebhookRequest']
  const program = `
    import type * as Packed from './package/dist/index.js'
    import type * as Source from '${join(root, 'client/src/index.ts')}'
    type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : [A, B]
    // TypeScript does not compare generic functions. test/flows/client.test.ts calls them.
    type Generic = 'get' | 'post' | 'patch' | 'delete' | 'list'
    true satisfies Same<keyof Packed.Client, keyof Source.Client>
    true satisfies Same<Omit<Packed.Client, Generic>, Omit<Source.Client, Generic>>
    ${all.map((name) => `true satisfies Same<Packed.${name}, Source.${name}>`).join('\n')}
  `
  await writeFile(join(folder.path, 'same.ts'), program)
  const compilerOptions = { strict: true, noEmit: true, allowImportingTsExtensions: true, types: [] }
  const target = { target: 'es2024', lib: ['es2024', 'dom', 'dom.iterable'], module: 'preserve' }
  const config = { compilerOptions: { ...compilerOptions, ...target }, files: ['same.ts'] }
  await writeFile(join(folder.path, 'tsconfig.json'), JSON.stringify(config))
  const tsc = await runProcess(join(root, 'node_modules/.bin/tsc'), ['-p', folder.path], { timeoutMs: 60_000 })
  expect([tsc.stdout, tsc.code]).toEqual(['', 0])
  expect(names.length).toBeGreaterThan(250)
  expect(types).toContain('/** Limit of one attempt. Default: 30,000. */\ntimeoutMs?:number\n')
  await folder.remove()
})

test('the packed client is smaller than 20 kB, and its JavaScript than 5 kB; two packed at once are the same', async () => {
  const folders = [await tmpFolder(), await tmpFolder()]
  const archives = await Promise.all(folders.map(({ path }) => packClient(root, path)))
  const [first, second] = archives.map((path) => readFileSync(path))
  expect(first?.length).toBeLessThan(20_000)
  expect(second?.equals(first as Buffer)).toBe(true)
  const script = execFileSync('tar', ['-xzOf', archives[0] as string, 'package/dist/index.js'])
  expect(gzipSync(script).length).toBeLessThan(5_000)
  for (const folder of folders) await folder.remove()
})

test.each(readdirSync(join(root, 'docs/examples')))('%s is in a document as it is', (name) => {
  const block = `\`\`\`js\n${read(`docs/examples/${name}`)}\`\`\`\n`
  const pages = ['README.md', 'client/README.md', 'docs/client.md', 'docs/api.md'].filter((page) =>
    read(page).includes(block),
  )
  expect(pages).not.toEqual([])
})
