import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { freePort } from '../../harness/ports.ts'
import type { TmpFolder } from '../../harness/tmp.ts'
import { waitFor } from '../../harness/wait.ts'
import { buildPackages, projectDir } from '../support/systems.ts'

let dist: TmpFolder
let collector: Container
let site: Container

beforeAll(async () => {
  dist = await buildPackages('--part', 'collector', '--part', 'audit-service', '--format', 'image')
  collector = await containerOf('compose.yaml', 'collector')
  site = await containerOf('compose.audit-service.yaml', 'audit-service')
}, 20 * 60_000)
afterAll(async () => {
  await site?.remove()
  await collector?.remove()
  await dist?.remove()
})

/** The fields of a service that the compose files use. A further one fails here until the test runs it too. */
const serviceSchema = z.strictObject({
  image: z.string(),
  container_name: z.string().optional(),
  restart: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  volumes: z.array(z.string()),
  tmpfs: z.array(z.string()),
  read_only: z.literal(true),
  cap_drop: z.array(z.string()),
  cap_add: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
  stop_grace_period: z.string(),
  healthcheck: z.strictObject({
    test: z.array(z.string()),
    interval: z.string(),
    timeout: z.string(),
    start_period: z.string(),
  }),
})
const composeSchema = z.object({ services: z.record(z.string(), z.unknown()) })

type Container = {
  start(): Promise<void>
  /** Runs the image once with these arguments, on the same volumes. */
  once(...args: string[]): Promise<string>
  exec(...command: string[]): Promise<string>
  isHealthy(): Promise<boolean>
  stop(): Promise<string>
  remove(): Promise<void>
}

async function podman(args: readonly string[], timeoutMs = 120_000): Promise<string> {
  const program = ['--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...args]
  const { code, stdout, stderr } = await runProcess('podman', program, { timeoutMs })
  expect(code, `podman ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
  return stdout
}

/** Creates a container as a compose file describes it, in the network of this machine and on ports of its own. */
async function containerOf(file: string, service: string): Promise<Container> {
  const text = await readFile(join(projectDir, 'deploy', file), 'utf8')
  const described = serviceSchema.parse(composeSchema.parse(parse(text)).services[service])
  const [archive = ''] = (await readdir(dist.path)).filter((name) => name.startsWith(`rollcall-${service}-`))
  await podman(['load', '--input', join(dist.path, archive)])
  const name = `rollcall-test-${service}-${process.pid}`
  const ports = { ROLLCALL_PORT: `${await freePort()}`, ROLLCALL_NATS_PORT: `${await freePort()}` }
  const environment = { ...described.environment, ROLLCALL_HOST: '127.0.0.1', ...ports }
  const options = [
    '--network=host',
    // The limits of this machine may be lower than podman's.
    ...['nofile', 'nproc'].map((limit) => `--ulimit=${limit}=8192:8192`),
    ...Object.entries(environment).map(([key, value]) => `--env=${key}=${value.replace(/\$\{\w+:-(.*)\}/, '$1')}`),
    ...described.volumes.map((volume) => `--volume=${name}-${volume}`),
    ...described.tmpfs.map((path) => `--tmpfs=${path}`),
    '--read-only',
    ...described.cap_drop.map((each) => `--cap-drop=${each.toLowerCase()}`),
    ...described.cap_add.map((each) => `--cap-add=${each}`),
    ...described.security_opt.map((each) => `--security-opt=${each.replace(':true', '')}`),
  ]
  return {
    start: async () => void (await podman(['run', '--detach', `--name=${name}`, ...options, described.image])),
    once: (...args) => podman(['run', '--rm', ...options, described.image, ...args]),
    exec: (...command) => podman(['exec', name, ...command]),
    isHealthy: async () => {
      const [, ...command] = described.healthcheck.test
      const { code } = await runProcess('podman', ['--runtime', 'runc', 'exec', name, ...command], {
        timeoutMs: 60_000,
      })
      return code === 0
    },
    stop: async () => {
      await podman(['stop', `--time=${Number.parseInt(described.stop_grace_period, 10)}`, name])
      return podman(['inspect', name, '--format', '{{.State.ExitCode}} {{.Config.User}}'])
    },
    remove: async () => {
      await podman(['rm', '--force', '--volumes', name])
      for (const volume of described.volumes) {
        await podman(['volume', 'rm', '--force', `${name}-${volume.split(':')[0]}`])
      }
    },
  }
}

test('the collector of the image is healthy on a read-only root file system, without root', async () => {
  await collector.start()
  await waitFor(() => collector.isHealthy(), { what: 'the collector to be healthy', timeoutMs: 60_000 })
  expect(await collector.exec('id', '--user')).toBe('10001\n')
  expect((await collector.exec('cat', '/var/lib/rollcall/first-password')).trim().length).toBeGreaterThanOrEqual(12)
})

test('the Audit Service of the image joins it, and may send raw packets', async () => {
  const made = z.object({ token: z.string() })
  const { token } = made.parse(
    JSON.parse(await collector.exec('rollcall', 'join-token', 'create', '--for', 'audit-service', '--json')),
  )
  const { url } = z
    .object({ url: z.string() })
    .parse(JSON.parse(await collector.exec('rollcall', 'collector', 'status', '--json')))
  await site.once('join', '--url', url, '--token', token)
  await site.start()
  await waitFor(() => site.isHealthy(), { what: 'the Audit Service to be healthy', timeoutMs: 60_000 })
  await waitFor(async () => /: Active/.test(await collector.exec('rollcall', 'collector', 'status')), {
    what: 'the Audit Service to be active',
    timeoutMs: 30_000,
  })
  const status = await site.exec('rollcall', 'audit-service', 'status')
  expect(status).toMatch(/arp +yes/)
  expect(status).toMatch(/nmap +yes +nmap [0-9.]+\n/)
})

test('both end at once when they are stopped, with exit code 0', async () => {
  expect(await site.stop()).toBe('0 10001:10001\n')
  expect(await collector.stop()).toBe('0 10001:10001\n')
})
