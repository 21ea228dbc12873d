import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BootedSystem, bootSystem } from '../../harness/booted-system.ts'
import { copyAgent, minuteMs, ok as okOn, snapshotOf } from '../support/systems.ts'

let system: BootedSystem
beforeAll(async () => {
  system = await bootSystem('trixie', { more: ['podman', 'cups-daemon', 'cups-client', 'ufw'] })
  await copyAgent(system)
}, 15 * minuteMs)
afterAll(() => system?.[Symbol.asyncDispose]())

const ok = (command: string) => okOn(command, system)

async function readHardware() {
  const { hardware, truncated } = await snapshotOf(system)
  expect(truncated).toEqual([])
  return hardware
}

test('the containers of Podman are those that it lists', async () => {
  const podman = 'podman --storage-driver vfs'
  await ok(`mkdir /srv/image && tar -C /srv/image -c . | ${podman} import - example.org/web:1`)
  await ok(`${podman} create --name web example.org/web:1 /x && ${podman} create --name db example.org/web:1 /y`)
  const listed = await ok(`${podman} ps --all --no-trunc --format '{{.ID}} {{.Names}} {{.Image}}' 2> /dev/null`)
  const found = (await readHardware())?.containers ?? []
  expect(found.map(({ id, name, image }) => `${id} ${name} ${image}`).sort()).toEqual(listed.trim().split('\n').sort())
  expect(found).toHaveLength(2)
  for (const { runtime, state, createdAt } of found) {
    expect([runtime, state]).toEqual(['podman', 'stopped'])
    expect(Math.abs(Date.now() - Date.parse(createdAt ?? ''))).toBeLessThan(10 * minuteMs)
  }
  await ok(`${podman} rm --all`)
  expect((await readHardware())?.containers ?? []).toEqual([])
})

test('the print queues of CUPS are those that it has, without credentials', async () => {
  const add = (name: string, more: string) => `lpadmin -p ${name} -v ipp://user:secret@192.0.2.9/ipp/${name} ${more}`
  await ok(`systemctl start cups && ${add('office', "-E -L 'Room 1'")} && ${add('attic', '')} && lpadmin -d office`)
  // CUPS writes its file some time after a change, or when it ends.
  await ok('systemctl stop cups.service cups.socket cups.path')
  expect((await readHardware())?.printQueues).toEqual([
    expect.objectContaining({ name: 'attic', port: 'ipp://192.0.2.9/ipp/attic', isDefault: false }),
    expect.objectContaining({
      name: 'office',
      port: 'ipp://192.0.2.9/ipp/office',
      isDefault: true,
      location: 'Room 1',
    }),
  ])
})

test('the firewall ufw is on or off, as it says', async () => {
  for (const [command, state] of [
    ['enable', 'on'],
    ['disable', 'off'],
  ] as const) {
    await ok(`ufw --force ${command}`)
    const firewalls = (await readHardware())?.security?.firewalls ?? []
    expect(firewalls).toContainEqual({ name: 'ufw', state })
    // Without a manager, the rules themselves are read.
    expect(firewalls.some((each) => each.state === 'on')).toBe(state === 'on')
  }
})
