import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { makeVault, openVault } from './vault.ts'

/** A user without root. */
const user = 10_001

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'rollcall-vault-'))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the vault', () => {
  it('opens sealed values, also after a restart', () => {
    const file = join(folder, 'data', 'master.key')
    const sealed = makeVault(file).seal('p\u00e4ss', 'credential:1')
    expect(Buffer.from(sealed).includes('ss')).toBe(false)
    expect(makeVault(file).openText(sealed, 'credential:1')).toBe('p\u00e4ss')
    const bytes = Uint8Array.of(0, 1, 255)
    expect([...makeVault(file).open(makeVault(file).seal(bytes, 'c'), 'c')]).toEqual([...bytes])
    expect(makeVault(file).openText(makeVault(file).seal('', 'c'), 'c')).toBe('')
  })

  it('seals the same secret differently each time', () => {
    const vault = makeVault(join(folder, 'nonce.key'))
    expect(vault.seal('x', 'c')).not.toEqual(vault.seal('x', 'c'))
  })

  it('creates a key of 256 bits that only its owner can read', async () => {
    const file = join(folder, 'new.key')
    makeVault(file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readFile(file, 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  })

  it('names the file of a wrong key', () => {
    const sealed = makeVault(join(folder, 'one.key')).seal('x', 'c')
    const other = join(folder, 'other.key')
    const open = () => makeVault(other).open(sealed, 'c')
    expect(open).toThrow(OperatorError)
    expect(open).toThrow(`the master key ${other} is not the one`)
  })

  it('rejects a value that was changed, truncated or moved', () => {
    const vault = makeVault(join(folder, 'changed.key'))
    const sealed = vault.seal('secret', 'credential:1')
    expect(() => vault.open(sealed, 'credential:2')).toThrow('changed or belongs elsewhere: credential:2')
    const changed = Uint8Array.from(sealed)
    changed[20] = (changed[20] ?? 0) ^ 1
    expect(() => vault.open(changed, 'credential:1')).toThrow('changed or belongs elsewhere')
    expect(() => vault.open(sealed.subarray(0, 20), 'credential:1')).toThrow('not a sealed value')
  })

  it.each([0o640, 0o604, 0o660])('rejects a key file of this user with mode %o', async (mode) => {
    const file = join(folder, `mode-${mode}.key`)
    makeVault(file)
    if (process.getuid?.() === 0) {
      await chown(file, user, user)
      vi.spyOn(process, 'geteuid').mockReturnValue(user)
      onTestFinished(() => void vi.restoreAllMocks())
    }
    await chmod(file, mode)
    expect(() => makeVault(file)).toThrow(`chmod 600 ${file}`)
  })

  describe.runIf(process.getuid?.() === 0)('a key file of root, as Kubernetes mounts a Secret', () => {
    const openAsUser = async (mode: number) => {
      const file = join(folder, `secret-${mode}.key`)
      makeVault(file)
      await chmod(file, mode)
      vi.spyOn(process, 'geteuid').mockReturnValue(user)
      vi.spyOn(process, 'getegid').mockReturnValue(user)
      try {
        return openVault(file)
      } finally {
        vi.restoreAllMocks()
      }
    }

    it.each([0o400, 0o440, 0o640])('is accepted with mode %o by a collector without root', async (mode) => {
      await expect(openAsUser(mode)).resolves.toBeDefined()
    })

    it('is accepted with mode 640 by root, who makes the backups', async () => {
      const file = join(folder, 'backed-up.key')
      makeVault(file)
      await chmod(file, 0o640)
      expect(openVault(file)).toBeDefined()
    })

    it.each([0o444, 0o644, 0o660])('is rejected with mode %o, with what to do', async (mode) => {
      await expect(openAsUser(mode)).rejects.toThrow(/"chown root:10001 .+chmod 640 .+"fsGroup: 10001"/)
    })
  })

  it.each(['', 'short', 'g'.repeat(64), 'a'.repeat(300)])('rejects a key file that contains %j', async (text) => {
    const file = join(folder, 'odd.key')
    await writeFile(file, text, { mode: 0o600 })
    expect(() => makeVault(file)).toThrow(`the master key ${file} is not 64 hex digits`)
  })

  it('names a missing key file and creates none', async () => {
    const file = join(folder, 'missing.key')
    expect(() => openVault(file)).toThrow(`cannot read the master key ${file}`)
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })

  it('names a key file that cannot be created', async () => {
    const file = join(folder, 'plain-file')
    await writeFile(file, '')
    expect(() => makeVault(join(file, 'master.key'))).toThrow(OperatorError)
  })
})
