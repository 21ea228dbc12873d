import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BootedSystem, bootSystem } from '../../harness/booted-system.ts'
import { buildPackages, copyTo, minuteMs, ok as okOn } from '../support/systems.ts'

let system: BootedSystem

beforeAll(async () => {
  await using dist = await buildPackages('--part', 'collector', '--format', 'deb')
  system = await bootSystem('bookworm')
  await copyTo(system, dist.path)
  await ok('apt-get install --yes --no-install-recommends /srv/rollcall-collector_*.deb')
}, 15 * minuteMs)
afterAll(() => system?.[Symbol.asyncDispose]())

const ok = (command: string) => okOn(command, system)

/** Makes a package of a later release with one more setting and one more migration, which is the given SQL. */
async function laterRelease(version: string, sql: string): Promise<string> {
  const folder = `/srv/${version}`
  await ok(`dpkg-deb --raw-extract /srv/rollcall-collector_0.1.0_amd64.deb ${folder}`)
  await ok(`sed -i 's/^Version: .*/Version: ${version}/' ${folder}/DEBIAN/control`)
  await ok(`echo '# a new setting' >> ${folder}/etc/rollcall/collector.env`)
  const migrations = `${folder}/usr/lib/rollcall-collector/lib/resources/migrations/sqlite`
  await ok(`test -d ${migrations} && echo '${sql}' > ${migrations}/9999_later.sql`)
  await ok(`dpkg-deb -Znone --build ${folder} ${folder}.deb`)
  return `${folder}.deb`
}

const register = (name: string) => ok(`rollcall app-registration create --name ${name} --capability Administrator`)
const listNames = `const { DatabaseSync } = require("node:sqlite")
const database = new DatabaseSync("/var/lib/rollcall/rollcall.db", { readOnly: true })
console.log(database.prepare("SELECT name FROM app_registrations").all())`
const registrations = () => ok(`/usr/lib/rollcall-collector/bin/node --eval '${listNames}'`)

test('an upgrade whose migration fails goes back to the version before, with its data', async () => {
  await register('before')
  const file = await laterRelease('0.1.1', 'CREATE TABLE later (id text); INSERT INTO nowhere VALUES (1);')
  const { code, stdout, stderr } = await system.run(`dpkg --install ${file}`)
  expect(code).not.toBe(0)
  expect(`${stdout}${stderr}`).toContain('the previous version runs again, with its data')
  expect(await ok('rollcall collector status')).toContain('ready at')
  expect(await registrations()).toContain('before')
  await ok('dpkg --install /srv/rollcall-collector_0.1.0_amd64.deb')
})

test('an upgrade waits for an answer about settings that both sides changed, and is completed as the documentation says', async () => {
  await ok('echo ROLLCALL_LOG_LEVEL=debug >> /etc/rollcall/collector.env')
  await ok('rollcall backup /var/backups/rollcall-before.tar.gz')
  const file = await laterRelease('0.1.2', 'CREATE TABLE later (id text);')
  const { code, stdout } = await system.run(`apt-get install --yes ${file} </dev/null 2>&1`)
  expect([code, stdout]).toEqual([100, expect.stringContaining('end of file on stdin at conffile prompt')])
  await ok('dpkg --force-confold --configure --pending')
  expect(await ok('rollcall collector status')).toContain('ready at')
  expect(await ok('tail -n 1 /etc/rollcall/collector.env')).toBe('ROLLCALL_LOG_LEVEL=debug\n')
  await register('after')
})

test('the version before refuses the database of the later one, and runs again with the restored backup', async () => {
  const older = '/srv/rollcall-collector_0.1.0_amd64.deb'
  const keepSettings = '--option Dpkg::Options::=--force-confold'
  const { code, stdout, stderr } = await system.run(`apt-get install --yes --allow-downgrades ${keepSettings} ${older}`)
  expect(code).not.toBe(0)
  expect(`${stdout}${stderr}`).toMatch(
    /last used by a newer Rollcall .*9999_later\.sql.*restore a backup[\s\S]*the previous version runs again/,
  )

  await ok('systemctl stop rollcall-collector')
  await ok(`dpkg --force-confold --install ${older}`)
  await ok('rollcall restore --force /var/backups/rollcall-before.tar.gz')
  await ok('systemctl start rollcall-collector')
  expect(await ok('rollcall collector status')).toMatch(/^collector \S+ ready at/)
  expect(await ok('rollcall --version')).toBe('0.1.0\n')
  expect(await registrations()).toContain('before')
  expect(await registrations()).not.toContain('after')
})
