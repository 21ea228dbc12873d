import { cp, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { expect } from 'vitest'
import { z } from 'zod'
import { release } from '../../../scripts/release/release.ts'
import { type BootedSystem, bootSystem } from '../../harness/booted-system.ts'
import type { Release } from '../../harness/debian-root.ts'
import { startNetwork } from '../../harness/network.ts'
import { launcher } from '../../harness/rollcall.ts'
import { tmpFolder } from '../../harness/tmp.ts'

export const projectDir = join(import.meta.dirname, '..', '..', '..')
export const minuteMs = 60_000

/**
 * Builds the packages of a release into a folder, for this machine unless `args` say otherwise. Compression takes a
 * minute a package, and is not what is tested.
 */
export async function buildPackages(...args: string[]) {
  const dist = await tmpFolder()
  const arch = args.includes('--arch') ? [] : ['--arch', process.arch]
  await release(['--out', dist.path, '--compression', 'none', ...arch, ...args], projectDir)
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

/** Copies the agent and its Node into `/srv` of a system. */
export async function copyAgent(system: BootedSystem): Promise<void> {
  await cp(launcher.program, join(system.root, 'srv', 'node'))
  await cp(dirname(launcher.script), join(system.root, 'srv', 'lib'), { recursive: true })
}

/** Takes a snapshot of a system, by the agent that was copied into it. */
export async function snapshotOf(system: BootedSystem) {
  const { code, stdout, stderr } = await system.run('/srv/node /srv/lib/rollcall.cjs snapshot --json')
  expect(code, stderr).toBe(0)
  return observationSchema.parse(JSON.parse(stdout))
}

export type CollectorAndSite = AsyncDisposable & {
  /** The machine of the collector, with the Debian packages in `/srv`. */
  system: BootedSystem
  /** A machine of a site. */
  site: BootedSystem
  collectorAddress: string
  /** Installs the collector, which then offers the packages of the other parts. */
  installCollector(): Promise<void>
  /** Calls the API as an Administrator. */
  callApi(method: string, path: string): Promise<string>
  /** Creates a join token with the lines for the shell, as the web interface shows them. */
  createJoinToken(part: string): Promise<JoinToken>
}

type JoinToken = z.infer<typeof joinTokenSchema>
const joinTokenSchema = z.object({ token: z.string(), installCommand: z.string(), uninstallCommand: z.string() })

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
    return {
      system,
      site,
      collectorAddress,
      async installCollector() {
        await ok('apt-get install --yes --no-install-recommends /srv/rollcall-collector_*.deb', system)
        await ok('install -d /var/lib/rollcall/packages && cp /srv/rollcall-a*.deb /var/lib/rollcall/packages/', system)
      },
      callApi: (method, path) => callApi(system, method, path),
      async createJoinToken(part) {
        const text = await ok(`rollcall join-token create --for ${part} --json`, system)
        return joinTokenSchema.parse(JSON.parse(text.replaceAll('127.0.0.1', collectorAddress)))
      },
      [Symbol.asyncDispose]: () => started.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

async function callApi(system: BootedSystem, method: string, path: string): Promise<string> {
  const curl = 'curl --silent --show-error --fail --cacert /var/lib/rollcall/tls/ca.pem'
  const registration = JSON.parse(
    await ok('rollcall app-registration create --name t --capability Administrator --json', system),
  )
  const form = `grant_type=client_credentials&client_id=${registration.clientId}&client_secret=${registration.clientSecret}`
  const answer = await ok(`${curl} --data '${form}' https://127.0.0.1:8443/api/oauth/token`, system)
  const token = JSON.parse(answer).access_token
  return ok(
    `${curl} --request ${method} --header 'Authorization: Bearer ${token}' https://127.0.0.1:8443${path}`,
    system,
  )
}
