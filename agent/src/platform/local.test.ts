import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LimitError, RefusedError, readValue, runText } from './host.ts'
import { localHost } from './local.ts'

const host = localHost()
let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'local-host-'))
})
afterEach(() => rm(folder, { recursive: true }))

const program = async (text: string) => {
  const path = join(folder, 'program')
  await writeFile(path, `#!/bin/sh\n${text}\n`)
  await chmod(path, 0o755)
  return path
}

describe('readFile', () => {
  it('reads whole files of any size up to the limit', async () => {
    const path = join(folder, 'file')
    for (const size of [0, 1, 4095, 4096, 4097, 100_000]) {
      await writeFile(path, 'é'.repeat(size / 2) + 'x'.repeat(size % 2))
      expect((await host.readFile(path, 100_000))?.length).toBe(Math.ceil(size / 2))
    }
    await expect(host.readFile(path, 99_999)).rejects.toThrow(LimitError)
    expect((await host.readFile('/proc/self/status', 65_536))?.startsWith('Name:')).toBe(true)
  })

  it('returns undefined for a missing file, a folder, or a path below a file', async () => {
    for (const path of [join(folder, 'none'), folder, '/etc/passwd/none'])
      expect(await host.readFile(path, 10)).toBeUndefined()
    expect(await host.listFolder(join(folder, 'none'))).toEqual([])
  })

  it('trims white space and NUL around a value', async () => {
    const path = join(folder, 'value')
    await writeFile(path, ' Board 4 \0')
    expect(await readValue(host, path)).toBe('Board 4')
    await writeFile(path, '\n')
    expect(await readValue(host, path)).toBeUndefined()
  })
})

describe('runText', () => {
  it('returns standard output, whatever is on standard error', async () => {
    expect(await runText(host, await program('echo "$1"; echo hm >&2'), ['$HOME; x'])).toBe('$HOME; x\n')
  })

  it('names the reason of a failure', async () => {
    await expect(runText(host, await program('echo bad db >&2; exit 3'), [])).rejects.toThrow(
      /program ended with 3: bad db/,
    )
    await expect(runText(host, await program('echo Permission denied >&2; exit 1'), [])).rejects.toThrow(RefusedError)
    await expect(runText(host, await program('exec sleep 60'), [], { timeoutMs: 50 })).rejects.toThrow(/within 50 ms/)
    await expect(
      runText(host, await program('while :; do echo x; done'), [], { outputBytesMax: 1000 }),
    ).rejects.toThrow(/more than 1000 bytes/)
    await expect(runText(host, 'no-such-program', [])).rejects.toThrow(/ENOENT/)
    expect(await host.hasProgram('no-such-program')).toBe(false)
  })
})
