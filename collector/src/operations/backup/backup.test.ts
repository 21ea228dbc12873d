import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { messageOf } from '@rollcall/shared/errors.ts'
import { pack } from 'tar-stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import { loadOrCreateSecret } from '../../access/secrets/stored-secrets.ts'
import { migrate } from '../../store/migrations.ts'
import { openStore } from '../../store/open.ts'
import { makeVault } from '../../store/vault.ts'
import { backUp } from './back-up.ts'
import { manifestName } from './manifest.ts'
import { restore } from './restore.ts'

const now = new Date('2026-11-20T08:00:00.000Z')
const caPem = '-----BEGIN CERTIFICATE-----\n'

let folder: TmpFolder
const at = (...names: string[]) => join(folder.path, ...names)
/** Lists the names in a data directory, without the lock file. */
const dataIn = async (name: string) => (await readdir(at(name))).filter((each) => each !== 'collector.lock').sort()
beforeEach(async () => {
  folder = await tmpFolder()
})
afterEach(() => folder.remove())

/** Creates a collector's data directory with one secret. Its store is open, as in a running collector. */
async function openCollector(masterKeyFile = at('data', 'master.key')) {
  const store = await openStore({ engine: 'sqlite', file: at('data', 'rollcall.db') })
  await migrate(store)
  const ctx = { store, vault: makeVault(masterKeyFile), clock: { now: () => now } }
  await loadOrCreateSecret(ctx, 'nats.operator', () => Buffer.from('seed'))
  await mkdir(at('data', 'tls'))
  await writeFile(at('data', 'tls', 'ca.pem'), caPem)
  return { ctx, source: { dataDir: at('data'), engine: store.engine, masterKeyFile } }
}

const restoreTo = (name: string, { file = at('backup.tar.gz'), force = false, masterKeyFile = at('no.key') } = {}) =>
  restore(file, { dataDir: at(name), masterKeyFile, force }, now)

const refused = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'not refused',
    (error: unknown) => messageOf(error),
  )

describe('a backup', () => {
  it('is one file for its owner, consistent during writes, and restores the same data', async () => {
    const { ctx, source } = await openCollector()
    const manifest = await backUp(source, at('backup.tar.gz'), now)
    expect(manifest.files.map(({ name }) => name)).toEqual(['rollcall.db', 'master.key', 'tls/ca.pem'])
    expect((await stat(at('backup.tar.gz'))).mode & 0o777).toBe(0o600)
    expect(await readdir(folder.path)).toEqual(['backup.tar.gz', 'data'])
    await loadOrCreateSecret(ctx, 'later', () => Buffer.from('after the backup'))
    await ctx.store.close()

    expect(await restoreTo('restored')).toEqual({ manifest, movedTo: undefined })
    expect(await dataIn('restored')).toEqual(['master.key', 'rollcall.db', 'tls'])
    expect(await readFile(at('restored', 'tls', 'ca.pem'), 'utf8')).toBe(caPem)
    expect((await stat(at('restored', 'master.key'))).mode & 0o777).toBe(0o600)
    const store = await openStore({ engine: 'sqlite', file: at('restored', 'rollcall.db') })
    const restored = { ...ctx, store, vault: makeVault(at('restored', 'master.key')) }
    const read = (name: string) => loadOrCreateSecret(restored, name, () => Buffer.from('made anew'))
    expect([await read('nats.operator'), await read('later')].map(String)).toEqual(['seed', 'made anew'])
    await store.close()
  })

  it('excludes an external master key but is checked against it', async () => {
    const { ctx, source } = await openCollector(at('apart.key'))
    await ctx.store.close()
    makeVault(at('another.key'))
    const wrong = backUp({ ...source, masterKeyFile: at('another.key') }, at('backup.tar.gz'), now)
    expect(await refused(wrong)).toContain('is not the one that sealed the stored secrets')
    expect(await refused(backUp({ ...source, masterKeyFile: at('none.key') }, at('backup.tar.gz'), now))).toMatch(
      /^there is no master key .*none\.key/,
    )
    expect(await readdir(folder.path)).not.toContain('backup.tar.gz')

    const { files } = await backUp(source, at('backup.tar.gz'), now)
    expect(files.map(({ name }) => name)).toEqual(['rollcall.db', 'tls/ca.pem'])
    const withWrong = restoreTo('restored', { masterKeyFile: at('another.key') })
    expect(await refused(withWrong)).toContain('is not the one')
    await restoreTo('restored', { masterKeyFile: at('apart.key') })
    expect(await dataIn('restored')).toEqual(['rollcall.db', 'tls'])
  })

  it('is not made of a damaged database, and the previous backup stays', async () => {
    const { ctx, source } = await openCollector()
    await ctx.store.close()
    await writeFile(at('backup.tar.gz'), 'the one of yesterday')
    const database = await readFile(at('data', 'rollcall.db'))
    database.fill(0xaa, database.length / 2)
    await writeFile(at('data', 'rollcall.db'), database)
    expect(await refused(backUp(source, at('backup.tar.gz'), now))).toContain('is damaged')
    expect(await readFile(at('backup.tar.gz'), 'utf8')).toBe('the one of yesterday')
    expect((await readdir(folder.path)).sort()).toEqual(['backup.tar.gz', 'data'])
  })

  it('is refused with the next step if its path is a folder, or in none', async () => {
    const { ctx, source } = await openCollector()
    await ctx.store.close()
    const attempt = (...names: string[]) => refused(backUp(source, at(...names), now))
    expect(await attempt('data')).toBe(
      `${at('data')} is a folder: add the name of the file, such as ${at('data', 'rollcall.tar.gz')}`,
    )
    expect(await attempt('none', 'backup.tar.gz')).toMatch(/there is no folder .*none; create it first$/)
    expect(await readdir(folder.path)).toEqual(['data'])
  })

  it('of a collector on PostgreSQL contains everything but the database', async () => {
    const { ctx, source } = await openCollector()
    await ctx.store.close()
    const { engine, files } = await backUp({ ...source, engine: 'postgres' }, at('backup.tar.gz'), now)
    expect([engine, files.map(({ name }) => name)]).toEqual(['postgres', ['master.key', 'tls/ca.pem']])
    await restoreTo('restored')
    expect(await dataIn('restored')).toEqual(['master.key', 'tls'])
  })
})

describe('a restore', () => {
  it('keeps existing files, and moves them aside with force', async () => {
    const { ctx, source } = await openCollector()
    await ctx.store.close()
    await backUp(source, at('backup.tar.gz'), now)
    await mkdir(at('used'))
    await writeFile(at('used', 'mine'), 'kept')
    await mkdir(at('used', 'packages'))
    await writeFile(at('used', 'packages', 'agent.deb'), 'kept')
    expect(await refused(restoreTo('used'))).toMatch(/used is not empty/)
    expect(await dataIn('used')).toEqual(['mine', 'packages'])
    const { movedTo } = await restoreTo('used', { force: true })
    expect(movedTo).toBe(at('used', 'before-restore-2026-11-20T08-00-00.000Z'))
    expect(await readFile(join(movedTo ?? '', 'mine'), 'utf8')).toBe('kept')
    expect(await dataIn('used')).toEqual(expect.arrayContaining(['master.key', 'rollcall.db', 'tls']))
    // The packages of the installation are in no backup, and stay where the collector offers them.
    expect(await readdir(at('used', 'packages'))).toEqual(['agent.deb'])
    // Files that an earlier restore moved aside are neither in the way nor moved again.
    await rm(at('used', 'tls'), { recursive: true })
    await rm(at('used', 'rollcall.db'))
    await rm(at('used', 'master.key'))
    expect(await restoreTo('used')).toMatchObject({ movedTo: undefined })
  })

  it('rejects a truncated, changed or foreign file', async () => {
    const { ctx, source } = await openCollector()
    await ctx.store.close()
    await backUp(source, at('backup.tar.gz'), now)
    const whole = await readFile(at('backup.tar.gz'))
    const changed = Buffer.from(whole)
    // Zeros would change nothing where the database has long runs of them.
    const middle = Math.floor(whole.length / 2)
    for (let index = middle; index < middle + 8; index += 1) changed[index] = (changed[index] ?? 0) ^ 0xff
    const cases: [Buffer, RegExp][] = [
      [whole.subarray(0, whole.length - 600), /it is incomplete: copy it again$/],
      [changed, /./],
      [Buffer.from('text'), /it is damaged, or not a Rollcall backup$/],
      [Buffer.alloc(0), /it is incomplete: copy it again$/],
    ]
    for (const [bytes, reason] of cases) {
      await writeFile(at('odd'), bytes)
      const message = await refused(restoreTo('restored', { file: at('odd') }))
      expect(message).toContain('cannot use the backup')
      expect(message).toMatch(reason)
    }
    expect(await refused(restoreTo('restored', { file: at('absent') }))).toContain('no such file')
    expect(await dataIn('restored')).toEqual([])
  })

  const listed = (name: string, text: string) => ({
    name,
    sizeBytes: text.length,
    sha256: createHash('sha256').update(text).digest('hex'),
  })
  const manifest = { format: 1, version: '0.1.0', createdAt: now.toISOString(), engine: 'postgres' }
  const key = listed('master.key', 'k')
  type Crafted = [list: object, entries: { name: string; text: string; type?: 'symlink'; linkname?: string }[]]
  const crafted: [string, string, Crafted][] = [
    ['a path outside', 'cannot read its format', [{ ...manifest, files: [listed('../x', 'k')] }, []]],
    ['an absolute path', 'cannot read its format', [{ ...manifest, files: [listed('/etc/x', 'k')] }, []]],
    ['a later format', 'cannot read its format', [{ ...manifest, format: 2, files: [] }, []]],
    ['a file not listed', '"../x", which', [{ ...manifest, files: [] }, [{ name: '../x', text: 'k' }]]],
    ['another file', '"tls/ca.key", which', [{ ...manifest, files: [key] }, [{ name: 'tls/ca.key', text: 'k' }]]],
    [
      'a link',
      'master.key',
      [{ ...manifest, files: [key] }, [{ name: 'master.key', text: '', type: 'symlink', linkname: '/etc/passwd' }]],
    ],
    ['another size', 'master.key', [{ ...manifest, files: [key] }, [{ name: 'master.key', text: 'kk' }]]],
    ['another content', 'damaged', [{ ...manifest, files: [key] }, [{ name: 'master.key', text: 'x' }]]],
    ['a file missing', 'incomplete', [{ ...manifest, files: [key] }, []]],
    [
      'a file twice',
      'exist',
      [
        { ...manifest, files: [key, key] },
        [
          { name: 'master.key', text: 'k' },
          { name: 'master.key', text: 'k' },
        ],
      ],
    ],
  ]
  it.each(crafted)('rejects a backup with %s and leaves nothing behind', async (_, reason, [list, entries]) => {
    const archive = pack()
    archive.entry({ name: manifestName }, JSON.stringify(list))
    for (const { text, ...header } of entries) archive.entry({ ...header, size: text.length }, text)
    archive.finalize()
    await pipeline(archive, createGzip(), createWriteStream(at('odd')))
    expect(await refused(restoreTo('restored', { file: at('odd') }))).toContain(reason)
    expect(await dataIn('restored')).toEqual([])
    expect(await readdir(folder.path)).toEqual(['odd', 'restored'])
  })
})
