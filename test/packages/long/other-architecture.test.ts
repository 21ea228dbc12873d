import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { expect, test } from 'vitest'
import { buildPackages, minuteMs } from '../support/systems.ts'

/** e_machine of ELF (Linux elf-em.h). */
const machines = { x64: 62, arm64: 183 } as const

test.each(['x64', 'arm64'] as const)(
  'the packages for %s hold programs of that architecture only',
  async (arch) => {
    await using dist = await buildPackages('--arch', arch, '--format', 'deb')
    const root = join(dist.path, 'root')
    for (const file of await readdir(dist.path)) {
      if (!file.endsWith('.deb')) continue
      const { code, stderr } = await runProcess('dpkg-deb', ['--extract', join(dist.path, file), root], {
        timeoutMs: minuteMs,
      })
      expect(code, stderr).toBe(0)
    }
    const found = new Map<string, number>()
    for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const machine = await machineOf(join(entry.parentPath, entry.name))
      if (machine !== undefined) found.set(join(entry.parentPath, entry.name).slice(root.length), machine)
    }
    expect([...found.keys()]).toEqual(expect.arrayContaining(['/usr/lib/rollcall-collector/bin/nats-server']))
    expect(new Set(found.values())).toEqual(new Set([machines[arch]]))
  },
  15 * minuteMs,
)

/** Returns the machine of an ELF file; undefined for any other file. */
async function machineOf(path: string): Promise<number | undefined> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(20), 0, 20, 0)
  return bytesRead === 20 && buffer.readUInt32BE(0) === 0x7f454c46 ? buffer.readUInt16LE(18) : undefined
}
