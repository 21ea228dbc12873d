import { systemdServices } from '@rollcall/agent/inventory/system/linux/systemd-services.ts'
import { completed, type Host } from '@rollcall/agent/platform/host.ts'
import { recordedHost } from '@rollcall/agent/platform/testing/recorded-host.ts'
import { expect, test } from 'vitest'
import { type BootedSystem, bootSystem } from '../../harness/booted-system.ts'

/** Reads a booted system as the agent in it would. */
const hostIn = (system: BootedSystem): Host => ({
  ...recordedHost({}),
  hasProgram: async () => true,
  listFolder: async (path) => (await system.run(`ls -1 ${path}`)).stdout.split('\n').filter(Boolean),
  readFile: async (path) => {
    const { code, stdout } = await system.run(`cat '${path}'`)
    return code === 0 ? stdout : undefined
  },
  run: async (program, args, limits) => completed(program, await system.run([program, ...args].join(' ')), limits),
})

/** Loads units of systemd-run, a timer, a session, a D-Bus call and a connection. */
const passing = [
  'systemd-run sleep 600 --password=s3cret',
  'systemd-run --on-active=600 true',
  'systemctl start user@0.service || true',
  'hostnamectl status',
  'systemctl start getty@tty9.service',
].join('; ')

test('a booted system has the same services while units of sessions, timers and connections are loaded', async () => {
  await using system = await bootSystem('bookworm')
  const host = hostIn(system)
  const services = async () => (await systemdServices.collect(host)).systemServices ?? []
  const before = await services()
  expect(before.length).toBeGreaterThan(50)

  await system.run(passing)
  const loaded = (await system.run('systemctl list-units --all --plain --no-legend --type=service')).stdout
  expect(loaded).toMatch(/^run-\w+\.service .*s3cret/m)
  expect(loaded).toMatch(/^user@0\.service /m)

  const during = await services()
  const withoutState = (list: typeof before) => list.map(({ state: _, ...service }) => service)
  expect(withoutState(during)).toEqual(withoutState(before))
  expect(JSON.stringify(during)).not.toContain('s3cret')
  expect(during.find(({ name }) => name === 'systemd-journald.service')).toMatchObject({
    state: 'running',
    start: 'automatic',
    description: 'Journal Service',
  })
}, 180_000)
