import { existsSync, readFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { spkiPin } from '@rollcall/shared/node/pinned-client.ts'
import { expect, it } from 'vitest'
import { type TmpFolder, tmpFolder } from '../../../../test/harness/tmp.ts'
import type { Store } from '../../store/store.ts'
import { describeOnBothEngines } from '../../store/testing/stores.ts'
import { makeVault } from '../../store/vault.ts'
import { ensureCertificates } from './ensure-certificates.ts'
import { sharedKeysIn } from './shared-keys.ts'

const now = new Date('2026-11-20T08:00:00Z')

/** Data directories of collectors that share a database and its master key. */
function collectorsOn(store: Store, folder: TmpFolder) {
  const vault = makeVault(join(folder.path, 'master.key'))
  const sharedKeys = sharedKeysIn({ store, vault, clock: { now: () => now } })
  const dirOf = (name: string) => join(folder.path, name)
  const start = (name: string, { mayMakeCa = true, isAlone = false, extraHosts = [`${name}.example`] } = {}) =>
    ensureCertificates({
      ...{ dataDir: dirOf(name), own: undefined, extraHosts, mayMakeCa, now, log: { warn: () => undefined } },
      ...(isAlone ? {} : { sharedKeys }),
    })
  return { dirOf, start }
}

const pinOf = ({ chainFile }: { chainFile: string }) => spkiPin(readFileSync(chainFile, 'utf8'))

describeOnBothEngines('the local CA', ({ open }) => {
  it('is one for all collectors of a database, with one key for install commands and the names of each', async () => {
    await using folder = await tmpFolder()
    const { start } = collectorsOn(await open(), folder)
    const [first, second] = [await start('first'), await start('second')]
    expect(second.caPem).toBe(first.caPem)
    expect(pinOf(second)).toBe(pinOf(first))
    expect(readFileSync(second.chainFile, 'utf8')).not.toBe(readFileSync(first.chainFile, 'utf8'))
  })

  it('is one for collectors that start for the first time at once', async () => {
    await using folder = await tmpFolder()
    const { start } = collectorsOn(await open(), folder)
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => start(name)))
    expect(new Set(all.map(({ caPem }) => caPem)).size).toBe(1)
    expect(new Set(all.map(pinOf)).size).toBe(1)
    for (const { caFile, caPem } of all) expect(readFileSync(caFile, 'utf8')).toBe(caPem)
  })

  it('of an earlier release is shared with its key, and returns after its files are lost', async () => {
    await using folder = await tmpFolder()
    const { start, dirOf } = collectorsOn(await open(), folder)
    const earlier = await start('first', { isAlone: true })
    const pin = pinOf(earlier)
    const upgraded = await start('first', { mayMakeCa: false })
    expect([upgraded.caPem, pinOf(upgraded)]).toEqual([earlier.caPem, pin])
    await rm(join(dirOf('first'), 'tls'), { recursive: true })
    const restored = await start('first', { mayMakeCa: false })
    expect([restored.caPem, pinOf(restored)]).toEqual([earlier.caPem, pin])
    expect(existsSync(join(dirOf('first'), 'tls', 'ca.key'))).toBe(true)
  })

  it('of another installation is refused, and named', async () => {
    await using folder = await tmpFolder()
    const { start, dirOf } = collectorsOn(await open(), folder)
    await start('first')
    const foreign = await start('foreign', { isAlone: true })
    await expect(start('foreign', { mayMakeCa: false })).rejects.toThrow(/belongs to another installation/)
    expect(readFileSync(foreign.caFile, 'utf8')).toBe(foreign.caPem)
    await cp(join(dirOf('foreign'), 'tls'), join(dirOf('foreign'), 'away'), { recursive: true })
    await rm(join(dirOf('foreign'), 'tls'), { recursive: true })
    expect((await start('foreign', { mayMakeCa: false })).caPem).not.toBe(foreign.caPem)
  })

  it('is not created anew for parts that trust one that is neither in the folder nor in the database', async () => {
    await using folder = await tmpFolder()
    const { start } = collectorsOn(await open(), folder)
    await expect(start('first', { mayMakeCa: false })).rejects.toThrow(
      /the local CA cannot be used: .*ca.pem is missing/,
    )
  })
})
