import { chmod, chown, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { distrustOf } from './trusted-path.ts'
import { findTrustedProgram } from './trusted-program.ts'

const self = process.getuid?.() ?? 0
const stranger = 4321
const asRoot = it.runIf(self === 0)
let folder: string
const at = (...names: string[]) => join(folder, ...names)
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trusted-path-'))
  await mkdir(at('bin'))
  await mkdir(at('store'))
  await writeFile(at('store', 'tool'), '', { mode: 0o755 })
  await symlink('../store/tool', at('bin', 'tool'))
})
afterEach(() => rm(folder, { recursive: true }))

const rules = { owners: new Set([0, self]), allowsSticky: (place: string) => place === tmpdir() }
const distrust = () => distrustOf(at('bin', 'tool'), rules)

describe('a path', () => {
  it('is trusted if it and everything on the way belongs to a trusted user', () => {
    expect(distrust()).toBeUndefined()
  })

  it('is not trusted in a folder that others may write to, although the file is in order', async () => {
    await chmod(at('store'), 0o775)
    expect(distrust()).toBe(`others than the owner may write to ${at('store')}`)
    await chmod(at('store'), 0o1777)
    expect(distrust()).toBe(`others than the owner may write to ${at('store')}`)
  })

  it('is not trusted if others may write to the file at the end of its links', async () => {
    await chmod(at('store', 'tool'), 0o757)
    expect(distrust()).toBe(`others than the owner may write to ${at('store', 'tool')}`)
  })

  it('is not trusted if a link on the way is in a folder that others may write to', async () => {
    await mkdir(at('alternatives'))
    await symlink(at('store', 'tool'), at('alternatives', 'tool'))
    await rm(at('bin', 'tool'))
    await symlink(at('alternatives', 'tool'), at('bin', 'tool'))
    expect(distrust()).toBeUndefined()
    await chmod(at('alternatives'), 0o777)
    expect(distrust()).toBe(`others than the owner may write to ${at('alternatives')}`)
  })

  asRoot('is not trusted if a stranger owns the file, a link or a folder on the way', async () => {
    await chown(at('store', 'tool'), stranger, 0)
    expect(distrust()).toBe(`${at('store', 'tool')} belongs to the user with id ${stranger}`)
    await chown(at('store'), stranger, 0)
    expect(distrust()).toBe(`${at('store')} belongs to the user with id ${stranger}`)
    await chown(folder, stranger, 0)
    expect(distrust()).toBe(`${folder} belongs to the user with id ${stranger}`)
  })

  it('with links in a circle is refused, and one to nothing does not exist', async () => {
    await symlink('circle', at('circle'))
    expect(distrustOf(at('circle'), rules)).toMatch(/more than 40 symbolic links/)
    await symlink('nothing', at('dangling'))
    expect(() => distrustOf(at('dangling'), rules)).toThrow(/ENOENT/)
  })
})

describe('a program for a privileged process', () => {
  it('is one of the system, whatever comes first in PATH', async () => {
    await writeFile(at('bin', 'sh'), '', { mode: 0o755 })
    expect(findTrustedProgram('sh', at('bin'))).toEqual({ path: '/usr/bin/sh' })
  })

  it('is refused with the reason if it is only in another folder of PATH', () => {
    expect(findTrustedProgram('tool', `/none:${at('bin')}`)).toEqual({
      refused: `${at('bin', 'tool')} is not run as root: it is not in a folder of the system`,
    })
  })

  it('is refused with the reason if others may change it', async () => {
    await chmod(folder, 0o777)
    // Most machines have a folder above it, the one for temporary files, that is open to all too.
    expect(findTrustedProgram(at('bin', 'tool'))).toEqual({
      refused: expect.stringContaining(`${at('bin', 'tool')} is not run as root: others than the owner may write to /`),
    })
  })

  it('is absent if no folder has a file of the name that can be run', async () => {
    await mkdir(at('bin', 'folder'))
    await writeFile(at('bin', 'text'), '')
    for (const name of ['folder', 'text', 'none', '/none/tool']) {
      expect(findTrustedProgram(name, at('bin'))).toBeUndefined()
    }
  })
})
