import { once } from 'node:events'
import fs from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import Database from 'better-sqlite3'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../test/harness/tmp.ts'
import { startCollector } from '../main.ts'
import { readCollectorConfig } from './config.ts'

const folders: TmpFolder[] = []
afterEach(async () => {
  restore()
  for (const folder of folders.splice(0)) await folder.remove()
})
async function newDataDir(): Promise<string> {
  const folder = await tmpFolder()
  folders.push(folder)
  return join(folder.path, 'data')
}

/** NATS servers that do not exist: the start does not wait for them. */
const settings = { ROLLCALL_NATS_URL: 'tls://127.0.0.1:1', ROLLCALL_LOG_LEVEL: 'silent' }
const start = (dataDir: string, env: NodeJS.ProcessEnv = {}) =>
  startCollector(readCollectorConfig({ dataDir, port: '0' }, { ...settings, ...env }), { toolsDir: '.tools/bin' })

/** Starts and stops the collector. Returns everything that must stay the same for the life of an installation. */
async function run(dataDir: string, env?: NodeJS.ProcessEnv) {
  const { siteId, password, stop } = await start(dataDir, env)
  await stop()
  const { id } = JSON.parse(await readFile(join(dataDir, 'installation.json'), 'utf8')) as { id: string }
  const ca = await readFile(join(dataDir, 'tls', 'ca.pem'), 'utf8').catch(() => undefined)
  return {
    identity: { siteId, id, ca, key: await readFile(join(dataDir, 'master.key'), 'utf8').catch(() => '') },
    password,
  }
}

async function refusal(dataDir: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const error = await run(dataDir, env).catch((reason: unknown) => reason)
  expect(error, 'the start').toBeInstanceOf(OperatorError)
  const { message } = error as OperatorError
  expect(message).not.toContain('\n')
  return message
}

function restore(): void {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
}

/**
 * Simulates a machine that dies at the n-th call that changes the disk: that call and all later ones fail, also those
 * that would clean up. Syncs are left out, since each comes right before or after a counted step. Returns the name of
 * the call; undefined if there were fewer.
 */
function dieAt(n: number): { died: () => string | undefined } {
  let calls = 0
  let died: string | undefined
  let isWriting = false
  const step = (name: string) => {
    calls += 1
    if (calls < n) return
    died ??= name
    throw new Error(`the machine has died at ${died}`)
  }
  const wrap = (target: object, name: string, label: string) => {
    const original = (target as Record<string, (...args: unknown[]) => unknown>)[name]
    vi.spyOn(target as Record<string, (...args: unknown[]) => unknown>, name).mockImplementation(function (
      this: unknown,
      ...args: unknown[]
    ) {
      const text = args.map(String).join(' ')
      // For SQL, only the end of a write transaction changes the state at the next start.
      if (label !== 'sql' || (isWriting && text === 'COMMIT')) step(`${label} ${text}`)
      if (label === 'sql') isWriting = /^BEGIN IMMEDIATE/.test(text)
      return original?.apply(this, args)
    })
  }
  for (const name of ['rename', 'link', 'mkdir']) {
    wrap(fs.promises, name, name)
    wrap(fs, `${name}Sync`, name)
  }
  wrap(Database.prototype, 'exec', 'sql')
  syncBuiltinESMExports()
  return { died: () => died }
}

describe('a first start', () => {
  it('continues after an interruption at any step, and shows the password that nobody saw', async () => {
    const steps: string[] = []
    for (let n = 1; ; n += 1) {
      const dataDir = await newDataDir()
      const { died } = dieAt(n)
      const cut = await start(dataDir).catch((error: unknown) => error)
      restore()
      const at = died()
      if (at === undefined) {
        await (cut as Awaited<ReturnType<typeof start>>).stop()
        break
      }
      steps.push(at)
      expect((await run(dataDir)).password, `the password after ${at}`).toMatch(/^[a-z0-9-]{20,}$/)
    }
    expect(steps.length).toBeGreaterThan(10)
    expect(steps.join('\n')).toMatch(/master\.key/)
    expect(steps.join('\n')).toMatch(/ca\.pem/)
  }, 240_000)

  it('shows the password at each start until it was seen', async () => {
    const dataDir = await newDataDir()
    const first = await start(dataDir)
    await first.stop()
    const second = await start(dataDir)
    expect(second.password).toBe(first.password)
    await second.firstPasswordShown()
    await second.stop()
    expect((await run(dataDir)).password).toBeUndefined()
  })

  it('keeps the password if NATS could not start', async () => {
    const dataDir = await newDataDir()
    const taker = createServer().listen(0, '127.0.0.1')
    await once(taker, 'listening')
    const { port } = taker.address() as AddressInfo
    const embedded = { ROLLCALL_NATS_URL: undefined, ROLLCALL_NATS_PORT: `${port}` }
    expect(await refusal(dataDir, embedded)).toContain(`port ${port} for NATS is used`)
    taker.close()
    expect((await run(dataDir)).password).toMatch(/^[a-z0-9-]{20,}$/)
  })

  it('uses a master key in another place', async () => {
    const dataDir = await newDataDir()
    const keyFile = join(dataDir, '..', 'given.key')
    await writeFile(keyFile, `${'ab'.repeat(32)}\n`, { mode: 0o600 })
    await run(dataDir, { ROLLCALL_MASTER_KEY_FILE: keyFile })
    expect(await readdir(dataDir)).not.toContain('master.key')
  })
})

describe('a data directory whose files were damaged after a first start', async () => {
  const pristine = await tmpFolder()
  const dataDir = join(pristine.path, 'data')
  const { identity } = await run(dataDir)
  const files = (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter((each) => each.isFile() && !each.name.endsWith('.lock'))
    .map((each) => join(each.parentPath, each.name).slice(dataDir.length + 1))
    .sort()

  it('has all the files of the cases below', () => {
    expect(files).toEqual([
      'installation.json',
      'master.key',
      'rollcall.db',
      'tls/ca.key',
      'tls/ca.pem',
      'tls/server.key',
      'tls/server.pem',
    ])
  })

  /** The database has the CA and the key of its certificates. */
  const remade = ['installation.json', 'tls/ca.key', 'tls/ca.pem', 'tls/server.key', 'tls/server.pem']
  const damages: [string, (file: string) => Promise<void>][] = [
    ['is missing', (file) => rm(file)],
    ['is empty', (file) => truncate(file, 0)],
    ['is cut in half', async (file) => truncate(file, Math.floor((await stat(file)).size / 2))],
    ['holds something else', async (file) => writeFile(file, 'x'.repeat(5000))],
  ]
  it.each(files.flatMap((file) => damages.map(([how, damage]) => [file, how, damage] as const)))(
    '%s %s: keeps its identity, or names the file',
    async (file, _how, damage) => {
      const copy = await newDataDir()
      await cp(dataDir, copy, { recursive: true })
      await damage(join(copy, file))
      if (remade.includes(file)) {
        expect((await run(copy)).identity).toEqual(identity)
      } else {
        expect(await refusal(copy)).toContain(join(copy, file))
        // Nothing was created in its place: a backup of that one file is enough.
        await cp(join(dataDir, file), join(copy, file))
        expect((await run(copy)).identity).toEqual(identity)
      }
    },
  )

  it('takes a lost CA from its database, and refuses to start with only the keys', async () => {
    const withoutCa = await newDataDir()
    await cp(dataDir, withoutCa, { recursive: true })
    await rm(join(withoutCa, 'tls'), { recursive: true })
    expect((await run(withoutCa)).identity).toEqual(identity)
    const keysAlone = await newDataDir()
    await mkdir(keysAlone)
    await cp(join(dataDir, 'master.key'), join(keysAlone, 'master.key'))
    expect(await refusal(keysAlone)).toMatch(/rollcall\.db is missing, but .* holds the keys of an installation/)
  })

  it('rejects a database of another installation or with another key', async () => {
    const other = await newDataDir()
    await run(other)
    const mixed = await newDataDir()
    await cp(dataDir, mixed, { recursive: true })
    await cp(join(other, 'rollcall.db'), join(mixed, 'rollcall.db'))
    expect(await refusal(mixed)).toContain('is not the one that sealed the stored secrets')
    const sameKey = await newDataDir()
    await mkdir(sameKey)
    await cp(join(dataDir, 'master.key'), join(sameKey, '..', 'given.key'))
    await run(sameKey, { ROLLCALL_MASTER_KEY_FILE: join(sameKey, '..', 'given.key') })
    await cp(join(sameKey, 'rollcall.db'), join(mixed, 'rollcall.db'))
    expect(await refusal(mixed)).toContain('belongs to another installation')
  })

  it('starts on the data of an earlier release and marks it', async () => {
    const earlier = await newDataDir()
    await cp(dataDir, earlier, { recursive: true })
    await rm(join(earlier, 'installation.json'))
    const database = new Database(join(earlier, 'rollcall.db'))
    database.exec("DELETE FROM secrets WHERE name = 'installation.id'")
    database.close()
    const { identity: after } = await run(earlier)
    expect(after).toMatchObject({ siteId: identity.siteId, ca: identity.ca })
    expect((await run(earlier)).identity).toEqual(after)
  })

  it('starts a new inventory after the operator moved the directory away', async () => {
    const { identity: fresh, password } = await run(await newDataDir())
    expect(fresh.siteId).not.toBe(identity.siteId)
    expect(password).toBeDefined()
  })
})
