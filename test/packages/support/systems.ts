import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { release } from '../../../scripts/release/release.ts'
import { type BootedSystem, bootSystem } from '../../harness/booted-system.ts'
import type { Release } from '../../harness/debian-root.ts'
import { startNetwork } from '../../harness/network.ts'
import { tmpFolder } from '../../harness/tmp.ts'

export const projectDir = join(import.meta.dirname, '..', '..', '..')
export const minuteMs = 60_000

/** Builds the packages of a release into a folder. Compression takes a minute a package, and is not what is tested. */
export async function buildPackages(...args: string[]) {
  const dist = await tmpFolder()
  await release(['--out', dist.path, '--compression', 'none', ...args], projectDir)
  return dist
}

/** Runs a command that must succeed, and returns what it printed. */
export async function ok(command: string, where: BootedSystem): Promise<string> {
  const { code, stdout, stderr } = await where.run(command, { timeoutMs: 5 * minuteMs })
  expect(code, `${command}\n${stdout}\n${stderr}`).toBe(0)
  return `${stdout}${stderr}`
}

/** Copies the files of a folder into `/srv` of a system. */
export async function copyTo(system: BootedSystem, folder: string): Promise<void> {
  for (const file of await readdir(folder)) await cp(join(folder, file), join(system.root, 'srv', file))
}

export type CollectorAndSite = AsyncDisposable & {
  /** The machine of the collector, with the Debian packages in `/srv`. */
  system: BootedSystem
  /** A machine of a site. */
  site: BootedSystem
  collectorAddress: string
}

/** Boots the machine of a collector and one of a site, which reach each other and nothing else. */
export async function bootCollectorAndSite(debian: Release): Promise<CollectorAndSite> {
  const stack = new AsyncDisposableStack()
  try {
    const collectorAddress = '10.71.0.10'
    const network = await startNetwork({
      hosts: [
        { name: 'collector', kind: 'ping-only', address: collectorAddress },
        { name: 'site', kind: 'ping-only', address: '10.72.0.10' },
      ],
    })
    stack.defer(() => network.stop())
    const system = stack.use(await bootSystem(debian, { network: network.host('collector').namespace }))
    const site = stack.use(await bootSystem(debian, { network: network.host('site').namespace }))
    const dist = await buildPackages('--format', 'deb')
    await copyTo(system, dist.path)
    await dist.remove()
    const started = stack.move()
    return { system, site, collectorAddress, [Symbol.asyncDispose]: () => started.disposeAsync() }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}
