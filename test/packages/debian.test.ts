import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BootedSystem } from '../harness/booted-system.ts'
import { casesOf } from '../harness/long-form.ts'
import { bootCollectorAndSite, type CollectorAndSite, minuteMs, ok as okOn } from './support/systems.ts'

describe.each(casesOf(['bookworm', 'trixie'] as const, 1))('on Debian %s', (debian) => {
  let machines: CollectorAndSite
  let system: BootedSystem
  let site: BootedSystem

  beforeAll(async () => {
    machines = await bootCollectorAndSite(debian)
    ;({ system, site } = machines)
  }, 15 * minuteMs)
  afterAll(() => machines?.[Symbol.asyncDispose]())

  const ok = (command: string, where = system) => okOn(command, where)

  test('the collector is ready when apt-get has installed it', async () => {
    await machines.installCollector()
    expect(await ok('systemctl is-active rollcall-collector')).toContain('active')
    expect(await ok('curl --silent --cacert /var/lib/rollcall/tls/ca.pem https://127.0.0.1:8443/readyz')).toContain(
      'ok',
    )
    expect(await ok('curl --silent --cacert /var/lib/rollcall/tls/ca.pem https://127.0.0.1:8443/')).toContain('<title>')
    expect(await ok('rollcall collector status')).toContain('ready at')
    // It scans nothing itself, so it misses no tool of scans.
    expect(await ok('rollcall doctor')).not.toMatch(/missing|broken/)
    expect((await ok('cat /var/lib/rollcall/first-password')).trim().length).toBeGreaterThanOrEqual(12)
  })

  test.each([
    ['audit-service', /runs, and reports to https:\/\/10\.71\.0\.10:8443/],
    ['agent', /runs, and reports to https:\/\/10\.71\.0\.10:8443/],
  ])('one line installs the %s on a machine of a site from the collector, and joins it', async (part, said) => {
    const { installCommand } = await machines.createJoinToken(part)
    expect(await ok(installCommand, site)).toMatch(said)
    expect(await ok(`systemctl is-enabled rollcall-${part}.${part === 'agent' ? 'timer' : 'service'}`, site)).toBe(
      'enabled\n',
    )
  })

  test('the service of the agent reads what only root may: the program behind the port of another user', async () => {
    const listen = "require('net').createServer().listen(4321)"
    const node = '/usr/lib/rollcall-agent/bin/node'
    await ok(`systemd-run --unit=listening --uid=nobody ${node} -e "${listen}"`, site)
    await ok('for try in $(seq 50); do grep -q :10E1 /proc/net/tcp6 && exit; sleep 0.1; done; exit 1', site)
    await ok('systemctl start rollcall-agent.service && systemctl stop listening', site)
    const { items } = JSON.parse(await machines.callApi('GET', '/api/v1/agents'))
    const snapshots = JSON.parse(await machines.callApi('GET', `/api/v1/devices/${items[0].deviceId}/snapshots`))
    const { data } = JSON.parse(await machines.callApi('GET', `/api/v1/snapshots/${snapshots.items[0].id}`))
    expect(data.network.listeners).toContainEqual(
      expect.objectContaining({ port: 4321, program: 'node', user: 'nobody' }),
    )
  })

  test('the doctor of an Audit Service finds its raw sockets and its collector, and the package to install', async () => {
    const text = await ok('rollcall audit-service doctor', site)
    expect(text).toMatch(/^nmap +missing +is not installed; .*; install the package nmap$/m)
    expect(text).toMatch(/^collector +ok +ready at https:\/\/10\.71\.0\.10:8443$/m)
    expect(text).toMatch(/^probe ping +ok +.*raw sockets$/m)
  })

  test('the doctor of a collector that does not run says where the reason is', async () => {
    await ok('systemctl stop rollcall-collector')
    const { code, stdout } = await system.run('rollcall doctor')
    await ok('systemctl start rollcall-collector')
    expect(code).toBe(1)
    expect(stdout).toMatch(
      /^collector +broken +rollcall-collector\.service is inactive \(dead\); "rollcall collector status" says why$/m,
    )
  })

  test('the collector lists what has joined', async () => {
    expect(await ok('rollcall collector status')).toMatch(/Audit Service .*: Active/)
  })

  test('the line refuses a collector with another key', async () => {
    const { installCommand } = await machines.createJoinToken('agent')
    const { code, stderr } = await site.run(installCommand.replace(/sha256\/\/\S{43}/, `sha256//${'A'.repeat(43)}`))
    expect(code).not.toBe(0)
    expect(stderr).toContain('public key does not match')
  })

  test('the other line removes an Audit Service with its data', async () => {
    await ok((await machines.createJoinToken('audit-service')).uninstallCommand, site)
    expect(await ok('ls -d /usr/lib/rollcall-* /var/lib/rollcall-* /etc/rollcall 2>/dev/null || true', site)).toBe(
      '/etc/rollcall\n/usr/lib/rollcall-agent\n/var/lib/rollcall-agent\n',
    )
  })

  test('an upgrade keeps the data and restarts what ran', async () => {
    const before = await ok('systemctl show --property MainPID --value rollcall-collector')
    await ok('dpkg --install /srv/rollcall-collector_*.deb')
    expect(await ok('systemctl show --property MainPID --value rollcall-collector')).not.toBe(before)
    expect(await ok('rollcall collector status')).toMatch(/Audit Service /)
  })

  test('purge leaves nothing', async () => {
    await ok('apt-get purge --yes rollcall-collector')
    const left = 'find / -xdev -path /proc -prune -o -path /srv -prune -o -name "*rollcall*" -print'
    const logs = /^\/var\/(log|lib\/dpkg)\//
    expect((await ok(left)).split('\n').filter((path) => path !== '' && !logs.test(path))).toEqual([])
    expect(await ok('getent passwd | grep -c rollcall || true')).toBe('0\n')
  })
})
