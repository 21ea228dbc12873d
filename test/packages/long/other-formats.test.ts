import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BootedSystem, bootSystem } from '../../harness/booted-system.ts'
import type { TmpFolder } from '../../harness/tmp.ts'
import { buildPackages, copyTo, minuteMs, ok as okOn } from '../support/systems.ts'

let dist: TmpFolder
let system: BootedSystem

beforeAll(async () => {
  dist = await buildPackages('--part', 'audit-service', '--format', 'tar', '--format', 'rpm')
  system = await bootSystem('bookworm')
  await copyTo(system, dist.path)
}, 15 * minuteMs)
afterAll(async () => {
  await system?.[Symbol.asyncDispose]()
  await dist?.remove()
})

const ok = (command: string) => okOn(command, system)

/** Runs rpm of this machine on the system's root folder. */
async function rpm(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProcess('rpm', ['--root', system.root, ...args], { timeoutMs: 120_000 })
  expect(code, `rpm ${args.join(' ')}\n${stdout}\n${stderr}`).toBe(0)
  return `${stdout}${stderr}`
}

/** Fails before the join. */
const status = '! rollcall audit-service status --json'
const installed = 'find /usr/lib /usr/bin /etc /var/lib /var/cache -xdev -name "*rollcall*" -not -path "/var/lib/rpm/*"'

test('the archive installs, upgrades and removes itself', async () => {
  // An ordinary user unpacks it: none of the programs that root runs may be the user's.
  await ok('install -d -o nobody /srv/unpacked && chmod 644 /srv/*.tar.gz')
  await ok(
    'cd /srv/unpacked && setpriv --reuid=nobody --clear-groups tar -xzf /srv/rollcall-audit-service-*-linux-x64.tar.gz',
  )
  expect(await ok('/srv/unpacked/rollcall-audit-service-*-linux-x64/install.sh')).toContain(
    'rollcall-audit-service: done',
  )
  expect(await ok('find /usr /etc -xdev -user nobody')).toBe('')
  expect(await ok(status)).toContain('"joined":false')
  expect(await ok('systemctl is-enabled rollcall-audit-service')).toBe('enabled\n')
  await ok('echo ROLLCALL_LOG_LEVEL=debug >> /etc/rollcall/audit-service.env')
  await ok('/srv/unpacked/rollcall-audit-service-*-linux-x64/install.sh')
  expect(await ok('tail -n 1 /etc/rollcall/audit-service.env')).toBe('ROLLCALL_LOG_LEVEL=debug\n')
  await ok('/usr/lib/rollcall-audit-service/uninstall.sh --purge')
  expect(await ok(installed)).toBe('')
})

test('the archive installs, upgrades and removes itself on a Linux without update-alternatives', async () => {
  await ok('mv /usr/bin/update-alternatives /srv/')
  try {
    await ok('/srv/unpacked/rollcall-audit-service-*-linux-x64/install.sh')
    expect(await ok('readlink /usr/bin/rollcall')).toBe('/usr/lib/rollcall-audit-service/rollcall\n')
    // The unpacked folder is as it was, and a deleted file of settings is in nobody's way.
    await ok('rm /etc/rollcall/audit-service.env')
    expect(await ok('/srv/unpacked/rollcall-audit-service-*-linux-x64/install.sh')).toContain(
      'rollcall-audit-service: done',
    )
    expect(await ok(status)).toContain('"joined":false')
    await ok('/usr/lib/rollcall-audit-service/uninstall.sh --purge')
    expect(await ok(installed)).toBe('')
  } finally {
    await ok('mv /srv/update-alternatives /usr/bin/')
  }
})

test('the archive leaves nothing behind where the disk is full', async () => {
  const small =
    'mount -t tmpfs -o size=20m tmpfs /mnt && mkdir /mnt/u /mnt/w && mount -t overlay -o lowerdir=/usr/lib,upperdir=/mnt/u,workdir=/mnt/w overlay /usr/lib'
  const install = 'sh /srv/unpacked/rollcall-audit-service-*-linux-x64/install.sh; code=$?; ls /mnt/u; exit $code'
  const { code, stdout, stderr } = await system.run(`unshare --mount sh -c '${small} && ${install}'`)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toContain('nothing was installed')
  expect(await ok(installed)).toBe('')
})

test('the RPM package installs, verifies and removes its files', async () => {
  const [file = ''] = (await readdir(dist.path)).filter((name) => name.endsWith('.rpm'))
  // The system has no database of RPM packages, in which the requirements could be found.
  await rpm('--install', '--nodeps', join(dist.path, file))
  expect(await rpm('--query', '--all')).toMatch(/^rollcall-audit-service-/)
  expect(await rpm('--verify', '--nodeps', '--nouser', '--nogroup', 'rollcall-audit-service')).toBe('')
  expect(await ok(status)).toContain('"joined":false')
  expect(await ok('getent passwd rollcall-audit-service')).toContain('/var/lib/rollcall-audit-service')
  await rpm('--erase', 'rollcall-audit-service')
  expect(await ok(installed)).toBe('/var/lib/rollcall-audit-service\n')
})
