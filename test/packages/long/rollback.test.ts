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

/** Makes a package of a later release with one more migration, which is the given SQL. */
async function laterRelease(version: string, sql: string): Promise<string> {
  const folder = `/srv/${version}`
  await ok(`dpkg-deb --raw-extract /srv/rollcall-collector_0.1.0_amd64.deb ${folder}`)
  await ok(`sed -i 's/^Version: .*/Version: ${version}/' ${folder}/DEBIAN/control`)
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

test('after an upgrade the version before refuses the database, and runs again with the restored backup', async () => {
  await ok('rollcall backup /var/backups/rollcall-before.tar.gz')
  await ok(`dpkg --install ${await laterRelease('0.1.2', 'CREATE TABLE later (id text);')}`)
  await register('after')

  await ok('systemctl stop rollcall-collector')
  await ok('apt-get install --yes --allow-downgrades /srv/rollcall-collector_0.1.0_amd64.deb')
  const { code } = await system.run('systemctl start rollcall-collector')
  expect(code).not.toBe(0)
  expect(await ok('journalctl --no-pager --lines 20 --output cat --unit rollcall-collector')).toMatch(
    /last used by a newer Rollcall .*9999_later\.sql.*restore a backup/,
  )

  await ok('systemctl stop rollcall-collector')
  await ok('rollcall restore --force /var/backups/rollcall-before.tar.gz')
  await ok('systemctl start rollcall-collector')
  expect(await ok('rollcall collector status')).toContain('ready at')
  expect(await registrations()).toContain('before')
  expect(await registrations()).not.toContain('after')
})
