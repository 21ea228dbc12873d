import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAptSources, releaseMirror } from '../../../scripts/set-up/apt-sources.ts'
import type { TmpFolder } from '../../harness/tmp.ts'
import { buildPackages, minuteMs, projectDir } from '../support/systems.ts'

/** Stands for debian:bookworm-slim, since no registry is reachable. */
const base = `localhost/rollcall-test-base:${process.pid}`
const imageOf = (part: string) => `localhost/rollcall-test-built-${part}:${process.pid}`

let dist: TmpFolder
beforeAll(async () => {
  dist = await buildPackages('--part', 'collector', '--part', 'audit-service', '--format', 'deb')
  const system = join(dist.path, 'system.tar')
  const mirror = releaseMirror(readAptSources(), 'main')
  if (mirror === undefined) throw new Error('this machine has no source of Debian packages')
  await ok('mmdebstrap', '--quiet', '--mode=root', '--variant=minbase', 'bookworm', system, mirror)
  await podman('import', system, base)
}, 20 * minuteMs)
afterAll(async () => {
  for (const image of [imageOf('collector'), imageOf('audit-service'), base]) await podman('rmi', '--force', image)
  await dist?.remove()
})

async function ok(program: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProcess(program, args, { timeoutMs: 10 * minuteMs })
  expect(code, `${program} ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
  return stdout
}
const podman = (...args: string[]) => ok('podman', '--runtime', 'runc', '--cgroup-manager', 'cgroupfs', ...args)
// The limits of this machine may be lower than podman's.
const limits = ['nofile', 'nproc'].map((limit) => `--ulimit=${limit}=8192:8192`)

test.each([
  ['collector', /no collector runs on \/var\/lib\/rollcall/],
  ['audit-service', /"joined":false/],
])('the image that Containerfile.%s describes runs without root', async (part, status) => {
  const file = join(projectDir, 'deploy', `Containerfile.${part}`)
  const from = ['--build-arg', `BASE=${base}`, '--network=host', ...limits]
  await podman('build', ...from, '--file', file, '--tag', imageOf(part), dist.path)
  const run = ['run', '--rm', '--network=host', '--read-only', '--cap-drop=all', '--cap-add=net_raw', ...limits]
  expect(await podman(...run, '--entrypoint', 'id', imageOf(part), '--user')).toBe('10001\n')
  const shell = `rollcall ${part} status --json 2>&1 || true`
  expect(await podman(...run, '--entrypoint', 'sh', imageOf(part), '-c', shell)).toMatch(status)
})
