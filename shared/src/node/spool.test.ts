import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Spool, SpoolFullError, SpoolUnavailableError } from './spool.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const openSpool = (bytesMax = 1_000_000) => Spool.open(folder, { bytesMax })
const entryFile = (id: string, kind = 'snapshot') => join(folder, `${id}.${kind}`)

describe('Spool', () => {
  it('keeps the order of entries after reopening', async () => {
    const first = await openSpool()
    const ids = [
      await first.append('snapshot', Buffer.from('one')),
      await first.append('result', Buffer.from([0, 10, 255])),
    ]
    const second = await openSpool()
    ids.push(await second.append('snapshot', Buffer.from('')))
    const third = await openSpool()
    expect(third.entries().map(({ id, kind }) => [id, kind])).toEqual([
      [ids[0], 'snapshot'],
      [ids[1], 'result'],
      [ids[2], 'snapshot'],
    ])
    expect(await third.read(ids[1] ?? '')).toEqual(Buffer.from([0, 10, 255]))
    expect(await third.read(ids[2] ?? '')).toEqual(Buffer.from(''))
    expect(third.bytesUsed()).toBe(second.bytesUsed())
  })

  it('is empty after all entries are removed', async () => {
    const spool = await openSpool()
    const id = await spool.append('snapshot', Buffer.from('one'))
    await spool.remove(id)
    await spool.remove(id)
    expect([spool.entries(), spool.bytesUsed(), await spool.read(id)]).toEqual([[], 0, undefined])
    expect((await openSpool()).entries()).toEqual([])
  })

  it('refuses an entry that does not fit, and accepts it once there is room', async () => {
    const spool = await openSpool(1000)
    const id = await spool.append('snapshot', Buffer.alloc(600))
    await expect(spool.append('snapshot', Buffer.alloc(600))).rejects.toThrow(SpoolFullError)
    await spool.remove(id)
    await spool.append('snapshot', Buffer.alloc(600))
  })

  it('counts entries that are still being written', async () => {
    const spool = await openSpool(1000)
    const results = await Promise.allSettled([1, 2].map(() => spool.append('snapshot', Buffer.alloc(600))))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('can be read by its owner only', async () => {
    const spool = await openSpool()
    const id = await spool.append('snapshot', Buffer.from('one'))
    expect((await stat(entryFile(id))).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['cut short', (path: string) => truncate(path, 90)],
    ['emptied', (path: string) => truncate(path, 0)],
    ['longer', (path: string) => appendFile(path, 'x')],
    ['overwritten', (path: string) => writeFile(path, Buffer.alloc(5000, 7))],
  ])('parks an entry that was %s and goes on with the next', async (_how, damage) => {
    const before = await openSpool()
    const ids = [
      await before.append('snapshot', Buffer.alloc(100, 1)),
      await before.append('snapshot', Buffer.from('two')),
    ]
    await damage(entryFile(ids[0] ?? ''))
    const spool = await openSpool()
    const contents = []
    for (const { id } of spool.entries()) contents.push((await spool.read(id))?.toString())
    expect(contents).toEqual([undefined, 'two'])
    expect(spool.entries().map(({ id }) => id)).toEqual([ids[1]])
    expect(await readFile(join(folder, 'bad', `${ids[0]}.snapshot.reason`), 'utf8')).toContain('checksum')
  })

  it('parks a poisonous entry, and never reuses its number', async () => {
    const spool = await openSpool()
    const id = await spool.append('snapshot', Buffer.from('one'))
    await spool.park(id, 'refused: 400 not a snapshot')
    expect([spool.entries(), spool.bytesUsed()]).toEqual([[], 0])
    expect(await readFile(join(folder, 'bad', `${id}.snapshot.reason`), 'utf8')).toBe('refused: 400 not a snapshot\n')
    const next = await (await openSpool()).append('snapshot', Buffer.from('two'))
    expect(next > id).toBe(true)
  })

  it('keeps an entry that the disk cannot read, and returns it later', async () => {
    const spool = await openSpool()
    const id = await spool.append('snapshot', Buffer.from('one'))
    const file = entryFile(id)
    await rename(file, `${file}.away`)
    // Reading a folder fails with EISDIR, as a disk would with EIO.
    await mkdir(file)
    await expect(spool.read(id)).rejects.toThrow(SpoolUnavailableError)
    expect(spool.entries().map((entry) => entry.id)).toEqual([id])
    await rm(file, { recursive: true })
    await rename(`${file}.away`, file)
    expect((await spool.read(id))?.toString()).toBe('one')
  })

  it('keeps an entry that cannot be parked', async () => {
    const spool = await openSpool()
    const id = await spool.append('snapshot', Buffer.from('one'))
    await rm(join(folder, 'bad'), { recursive: true })
    await writeFile(join(folder, 'bad'), '')
    await expect(spool.park(id, 'refused')).rejects.toThrow()
    expect((await spool.read(id))?.toString()).toBe('one')
  })

  it('drops the oldest parked entries above the limit', async () => {
    // Room for two entries: each also takes two blocks of the disk, however small it is.
    const bytesMax = 4 * 20_000
    const spool = await openSpool(bytesMax)
    const ids = []
    for (const fill of [1, 2, 3]) {
      const id = await spool.append('snapshot', Buffer.alloc(400, fill))
      ids.push(id)
      // Entries parked by an earlier process count too.
      await (fill === 3 ? await openSpool(bytesMax) : spool).park(id, 'refused')
    }
    expect((await readdir(join(folder, 'bad'))).sort()).toEqual(
      ids.slice(1).flatMap((id) => [`${id}.snapshot`, `${id}.snapshot.reason`]),
    )
  })

  it('drops an entry that another process removed', async () => {
    const spool = await openSpool()
    const id = await spool.append('snapshot', Buffer.from('one'))
    await rm(entryFile(id))
    expect([await spool.read(id), spool.entries(), spool.bytesUsed()]).toEqual([undefined, [], 0])
  })

  it('names the problem of an unusable folder', async () => {
    await writeFile(join(folder, 'file'), '')
    await expect(Spool.open(join(folder, 'file'), { bytesMax: 1 })).rejects.toThrow(
      /cannot use the spool folder .*file/,
    )
  })

  it('keeps every acknowledged entry complete after the writer was killed', async () => {
    const writer = `
      import { Spool } from ${JSON.stringify(new URL('./spool.ts', import.meta.url).href)}
      const spool = await Spool.open(process.argv[1], { bytesMax: 1e9 })
      for (;;) {
        const ids = await Promise.all(Array.from({ length: 8 }, (_, n) => spool.append('snapshot', Buffer.alloc(40_000, n))))
        process.stdout.write(ids.join('\\n') + '\\n')
      }`
    const acknowledged = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', writer, folder], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let printed = ''
      for await (const chunk of child.stdout) {
        printed += chunk
        if (printed.split('\n').length > 40 && child.exitCode === null) child.kill('SIGKILL')
      }
      if (child.signalCode === null && child.exitCode === null) await once(child, 'exit')
      expect(child.signalCode).toBe('SIGKILL')
      for (const id of printed.split('\n').slice(0, -1)) acknowledged.add(id)
    }
    const spool = await openSpool(1e9)
    expect((await readdir(folder)).filter((name) => name.endsWith('.new'))).toEqual([])
    const present = new Set(spool.entries().map(({ id }) => id))
    expect([...acknowledged].filter((id) => !present.has(id))).toEqual([])
    for (const { id } of spool.entries()) expect((await spool.read(id))?.length).toBe(40_000)
  })
})
