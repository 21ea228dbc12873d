import { copyFile, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { snmpUsers } from '../harness/network/spec.ts'
import { type Network, startNetwork } from '../harness/network.ts'
import { launcher } from '../harness/rollcall.ts'
import { prepareSshd, type SshdFiles } from '../harness/sshd.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'

const [secure, server] = ['10.72.0.40', '10.72.0.41']

let network: Network
let folder: TmpFolder
beforeAll(async () => {
  folder = await tmpFolder()
  network = await startNetwork({
    hosts: [
      { name: 'secure', kind: 'snmp-v3', address: secure },
      { name: 'server', kind: 'ping-only', address: server },
    ],
  })
})
afterAll(async () => {
  await network?.stop()
  await folder?.remove()
})

const inside = (...args: string[]) => network.exec('audit', launcher.program, [launcher.script, ...args])

test('a credential file in the format of the API reads more than a community', async () => {
  const [user] = snmpUsers
  const credential = { name: 'Core', kind: 'snmp-v3', securityLevel: 'authPriv', ...user }
  const file = join(folder.path, 'credentials.json')
  await writeFile(file, JSON.stringify([credential]))
  const { code, stdout } = await inside('probe', secure, '--credentials', file)
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^Name +secure\.example\.net$/m) })
  expect(stdout).toMatch(/^Read by +.*snmp \(.*v3/m)
})

const startSshd = (files: SshdFiles) => {
  const { program, args, ready } = files.command(server, 22)
  return network.spawn('server', program, args, { ready })
}

test('an SSH key reads a host from inside, and pins its host key against a change', async () => {
  const [key, stateDir] = [join(folder.path, 'key'), join(folder.path, 'state')]
  await using one = await tmpFolder()
  await using other = await tmpFolder()
  const files = await prepareSshd(one.path)
  await writeFile(key, files.privateKey)
  const sshd = await startSshd(files)
  const options = ['--ssh-user', files.username, '--ssh-key', key, '--state-dir', stateDir]
  const scanned = await inside('scan', server, ...options)
  const name = hostname().split('.')[0]
  expect(scanned).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(new RegExp(`^${server} +${name} .* ssh `, 'm')),
  })
  await sshd.stop()

  const changed = await prepareSshd(other.path)
  await copyFile(join(one.path, 'user.pub'), join(other.path, 'user.pub'))
  await startSshd(changed)
  const probe = () => inside('probe', server, ...options)
  expect((await probe()).stdout).toMatch(/^ssh: refused, host key changed: pinned is SHA256:/m)
  const forget = ['audit-service', 'forget-host-key', server, '--state-dir', stateDir]
  expect(await inside(...forget)).toMatchObject({ code: 0 })
  expect((await probe()).stdout).toMatch(new RegExp(`^Name +${name}$`, 'm'))
})
