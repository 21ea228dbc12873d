import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BootedSystem, bootSystem } from '../../harness/booted-system.ts'
import { earlierRelease } from '../support/earlier-release.ts'
import { buildPackages, copyTo, minuteMs, ok as okOn } from '../support/systems.ts'

let system: BootedSystem

beforeAll(async () => {
  system = await bootSystem('bookworm')
  await ok('mkdir /srv/earlier /srv/current')
  await using earlier = await earlierRelease('collector')
  await copyTo(system, earlier.path)
  await ok('mv /srv/*.deb /srv/earlier/')
  await using current = await buildPackages('--part', 'collector', '--format', 'deb')
  await copyTo(system, current.path)
  await ok('mv /srv/*.deb /srv/current/')
}, 20 * minuteMs)
afterAll(() => system?.[Symbol.asyncDispose]())

const ok = (command: string) => okOn(command, system)
const api = 'curl --silent --show-error --fail --cacert /var/lib/rollcall/tls/ca.pem'
const url = 'https://127.0.0.1:8443'

async function call(credentials: string, ...request: string[]): Promise<string> {
  const { access_token: token } = JSON.parse(await ok(`${api} --data '${credentials}' ${url}/api/oauth/token`))
  return ok(`${api} --header 'Authorization: Bearer ${token}' ${request.join(' ')}`)
}

const names = async (credentials: string): Promise<string[]> =>
  JSON.parse(await call(credentials, `${url}/api/v1/devices`)).items.map(({ name }: { name: string }) => name)

test(
  'a package of an earlier commit is upgraded to the present one, with its data, its settings and its keys',
  async () => {
    await ok('apt-get install --yes --no-install-recommends /srv/earlier/*.deb')
    const made = JSON.parse(await ok('rollcall app-registration create --name t --capability Administrator --json'))
    const credentials = `grant_type=client_credentials&client_id=${made.clientId}&client_secret=${made.clientSecret}`
    const device = `--header 'Content-Type: application/json' --data '{"name":"printer-1"}'`
    await call(credentials, device, `${url}/api/v1/devices`)
    expect(await names(credentials)).toEqual(['printer-1'])
    await ok('echo ROLLCALL_LOG_LEVEL=debug >> /etc/rollcall/collector.env')
    const keys = () => ok('sha256sum /var/lib/rollcall/master.key /var/lib/rollcall/tls/ca.pem')
    const before = await keys()
    const files = (await readdir(join(system.root, 'srv', 'current'))).filter((name) => name.endsWith('.deb'))
    await ok(`dpkg --force-confold --install /srv/current/${files[0]}`)
    expect(await ok('rollcall collector status')).toContain('ready at')
    expect(await names(credentials)).toEqual(['printer-1'])
    expect(await keys()).toBe(before)
    expect(await ok('tail -n 1 /etc/rollcall/collector.env')).toBe('ROLLCALL_LOG_LEVEL=debug\n')
  },
  10 * minuteMs,
)
