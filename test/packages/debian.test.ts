import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { release } from '../../scripts/release/release.ts'
import { type BootedSystem, bootSystem } from '../harness/booted-system.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'

const projectDir = join(import.meta.dirname, '..', '..')
let dist: TmpFolder
let system: BootedSystem

beforeAll(async () => {
  dist = await tmpFolder()
  // Compression takes a minute a package, and is not what is tested.
  await release(['--out', dist.path, '--format', 'deb', '--compression', 'none'], projectDir)
  system = await bootSystem('bookworm')
  for (const file of await readdir(dist.path)) await cp(join(dist.path, file), join(system.root, 'srv', file))
}, 15 * 60_000)
afterAll(async () => {
  await system?.[Symbol.asyncDispose]()
  await dist?.remove()
})

/** Runs a command that must succeed, and returns what it printed. */
async function ok(command: string): Promise<string> {
  const { code, stdout, stderr } = await system.run(command, { timeoutMs: 5 * 60_000 })
  expect(code, `${command}\n${stdout}\n${stderr}`).toBe(0)
  return `${stdout}${stderr}`
}

/** Calls the API as an Administrator. */
async function callApi(method: string, path: string): Promise<string> {
  const curl = 'curl --silent --show-error --fail --cacert /var/lib/rollcall/tls/ca.pem'
  const registration = JSON.parse(
    await ok('rollcall app-registration create --name t --capability Administrator --json'),
  )
  const form = `grant_type=client_credentials&client_id=${registration.clientId}&client_secret=${registration.clientSecret}`
  const answer = await ok(`${curl} --data '${form}' https://127.0.0.1:8443/api/oauth/token`)
  const token = JSON.parse(answer).access_token
  return ok(`${curl} --request ${method} --header 'Authorization: Bearer ${token}' https://127.0.0.1:8443${path}`)
}

test('the collector is ready when apt-get has installed it', async () => {
  await ok('apt-get install --yes --no-install-recommends /srv/rollcall-collector_*.deb')
  expect(await ok('systemctl is-active rollcall-collector')).toContain('active')
  expect(await ok('curl --silent --cacert /var/lib/rollcall/tls/ca.pem https://127.0.0.1:8443/readyz')).toContain('ok')
  expect(await ok('curl --silent --cacert /var/lib/rollcall/tls/ca.pem https://127.0.0.1:8443/')).toContain('<title>')
  expect(await ok('rollcall collector status')).toContain('ready at')
  expect((await ok('cat /var/lib/rollcall/first-password')).trim().length).toBeGreaterThanOrEqual(12)
})

test('an Audit Service and an agent of the same machine join and run', async () => {
  await ok('apt-get install --yes --no-install-recommends /srv/rollcall-audit-service_*.deb /srv/rollcall-agent_*.deb')
  expect(await ok('readlink -f /usr/bin/rollcall')).toContain('/usr/lib/rollcall-collector/rollcall')
  for (const part of ['audit-service', 'agent']) {
    const token = JSON.parse(await ok(`rollcall join-token create --for ${part} --json`)).token
    await ok(`/usr/lib/rollcall-${part}/rollcall ${part} join --url https://127.0.0.1:8443 --token ${token}`)
    await ok(`systemctl start rollcall-${part}.service`)
  }
  expect(await ok('rollcall collector status')).toMatch(/Audit Service .*: Active/)
})

test.each(['audit-service', 'agent'])(
  'a deleted %s joins again by its install command with a new token',
  async (part) => {
    const program = `/usr/lib/rollcall-${part}/rollcall`
    const stored = `/var/lib/rollcall-${part}/${part === 'agent' ? 'agent' : 'service'}.json`
    const idOf = async () => /"(?:agentId|auditServiceId)": "([^"]+)"/.exec(await ok(`cat ${stored}`))?.[1]
    const former = await idOf()
    await callApi('DELETE', `/api/v1/${part}s/${former}`)
    if (part === 'agent') {
      await system.run('systemctl start rollcall-agent.service')
      expect(await ok(`${program} agent status`)).toMatch(/was deleted at the collector.*agent join --url/s)
      const refused = await system.run(`${program} agent install`)
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/was deleted .*give --url and --token/)])
    }
    const newToken = JSON.parse(await ok(`rollcall join-token create --for ${part} --json`)).token
    const install = `${program} ${part} install --url https://127.0.0.1:8443 --token ${newToken}`
    await ok(install)
    const joined = await idOf()
    expect(joined).not.toBe(former)
    // Once more, as a configuration management does: the token is used up, and the identity stays.
    await ok(install)
    expect(await idOf()).toBe(joined)
    expect(await ok(`systemctl is-active rollcall-${part}.${part === 'agent' ? 'timer' : 'service'}`)).toContain(
      'active',
    )
    // Gives the unit of the package its place back.
    await ok(`${program} ${part} uninstall`)
    await ok(`systemctl daemon-reload && systemctl start rollcall-${part}.service`)
  },
)

test('an upgrade keeps the data and restarts what ran', async () => {
  const before = await ok('systemctl show --property MainPID --value rollcall-collector')
  await ok('dpkg --install /srv/rollcall-collector_*.deb')
  expect(await ok('systemctl show --property MainPID --value rollcall-collector')).not.toBe(before)
  expect(await ok('rollcall collector status')).toMatch(/Audit Service /)
})

test('a setting that is not valid is named by the upgrade, which can be completed once it is mended', async () => {
  await ok('echo ROLLCALL_LOG_LEVEL=loud >> /etc/rollcall/collector.env')
  const { code, stdout, stderr } = await system.run('dpkg --install /srv/rollcall-collector_*.deb')
  expect(code).not.toBe(0)
  expect(`${stdout}${stderr}`).toContain('ROLLCALL_LOG_LEVEL must be trace, debug, info, warn or error, not "loud"')
  await ok('sed -i /LOG_LEVEL=loud/d /etc/rollcall/collector.env')
  await ok('dpkg --configure --pending && systemctl start rollcall-collector')
  expect(await ok('rollcall collector status')).toContain('ready at')
})

test('an upgrade to a release that cannot start goes back to the one before, with its data', async () => {
  const main = '/srv/broken/usr/lib/rollcall-collector/lib/main.mjs'
  await ok('dpkg-deb --raw-extract /srv/rollcall-collector_*.deb /srv/broken')
  await ok(`echo 'throw new Error("a broken release")' > ${main}`)
  await ok('dpkg-deb -Znone --build /srv/broken /srv/broken.deb')
  const { code, stdout, stderr } = await system.run('dpkg --install /srv/broken.deb')
  expect(code).not.toBe(0)
  expect(`${stdout}${stderr}`).toContain('the previous version runs again, with its data')
  expect(await ok('rollcall collector status')).toMatch(/ready at[\s\S]*Audit Service /)
  await ok('dpkg --install /srv/rollcall-collector_*.deb')
})

test('purge leaves nothing', async () => {
  await ok('apt-get purge --yes rollcall-collector rollcall-audit-service rollcall-agent')
  const left = 'find / -xdev -path /proc -prune -o -path /srv -prune -o -name "*rollcall*" -print'
  const logs = /^\/var\/(log|lib\/dpkg)\//
  expect((await ok(left)).split('\n').filter((path) => path !== '' && !logs.test(path))).toEqual([])
  expect(await ok('getent passwd | grep -c rollcall || true')).toBe('0\n')
})
