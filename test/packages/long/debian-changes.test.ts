import { cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BootedSystem } from '../../harness/booted-system.ts'
import { bootCollectorAndSite, type CollectorAndSite, minuteMs, ok as okOn } from '../support/systems.ts'

describe.each(['bookworm', 'trixie'] as const)('on Debian %s', (debian) => {
  let machines: CollectorAndSite
  let system: BootedSystem
  let site: BootedSystem

  beforeAll(async () => {
    machines = await bootCollectorAndSite(debian)
    ;({ system, site } = machines)
    await machines.installCollector()
    for (const part of ['audit-service', 'agent']) await ok((await machines.createJoinToken(part)).installCommand, site)
  }, 15 * minuteMs)
  afterAll(() => machines?.[Symbol.asyncDispose]())

  const ok = (command: string, where = system) => okOn(command, where)

  test('the collector serves metrics where its settings name an address', async () => {
    await ok('echo ROLLCALL_METRICS_LISTEN=127.0.0.1:8444 >>/etc/rollcall/collector.env')
    await ok('systemctl restart rollcall-collector')
    expect(await ok('curl --silent --show-error --fail http://127.0.0.1:8444/metrics')).toMatch(/^rollcall_/m)
  })

  test.each(['audit-service', 'agent'])(
    'a deleted %s joins again by its install command with a new token',
    async (part) => {
      const program = `/usr/lib/rollcall-${part}/rollcall`
      const stored = `/var/lib/rollcall-${part}/${part === 'agent' ? 'agent' : 'service'}.json`
      const idOf = async () => /"(?:agentId|auditServiceId)": "([^"]+)"/.exec(await ok(`cat ${stored}`, site))?.[1]
      const former = await idOf()
      await machines.callApi('DELETE', `/api/v1/${part}s/${former}`)
      if (part === 'agent') {
        await site.run('systemctl start rollcall-agent.service')
        expect(await ok(`${program} agent status`, site)).toMatch(/was deleted at the collector.*agent join --url/s)
        const refused = await site.run(`${program} agent install`)
        expect([refused.code, refused.stderr]).toEqual([
          1,
          expect.stringMatching(/was deleted .*give --url and --token/),
        ])
      }
      const newToken = (await machines.createJoinToken(part)).token
      const url = `https://${machines.collectorAddress}:8443`
      const install = `${program} ${part} install --url ${url} --token ${newToken}`
      await ok(install, site)
      const joined = await idOf()
      expect(joined).not.toBe(former)
      // Once more, as a configuration management does: the token is used up, and the identity stays.
      await ok(install, site)
      expect(await idOf()).toBe(joined)
      expect(
        await ok(`systemctl is-active rollcall-${part}.${part === 'agent' ? 'timer' : 'service'}`, site),
      ).toContain('active')
    },
  )

  test('the installation of an agent whose run fails shows the end of its journal', async () => {
    const dropIn = '/etc/systemd/system/rollcall-agent.service.d'
    const failing = '[Service]\\nExecStart=\\nExecStart=/bin/sh -c "echo the disk is broken; exit 1"\\n'
    await ok(`mkdir ${dropIn} && printf '${failing}' >${dropIn}/failing.conf && systemctl daemon-reload`, site)
    const { code, stderr } = await site.run('/usr/lib/rollcall-agent/rollcall agent install')
    await ok(`rm -r ${dropIn} && systemctl daemon-reload`, site)
    expect(code).toBe(1)
    expect(stderr).toMatch(/its first run failed\. The end of its journal:[\s\S]*the disk is broken/)
    expect(await ok('/usr/lib/rollcall-agent/rollcall agent install', site)).toBe('The agent runs now and every hour\n')
  })

  /** The line of the Audit Service with the token by which it has joined. */
  let line = ''

  test(
    'the line upgrades an Audit Service that runs, which keeps its identity without a token or with that of its join, and the settings of its machine',
    async () => {
      const later = '/srv/later/usr/lib/rollcall-audit-service/lib'
      await ok('dpkg-deb --raw-extract /srv/rollcall-audit-service_*.deb /srv/later')
      await ok("sed -i 's/^Version: .*/Version: 0.1.1/' /srv/later/DEBIAN/control")
      await ok(`grep -lr '"0.1.0"' ${later} | xargs sed -i 's/"0.1.0"/"0.1.1"/g'`)
      await ok('echo "# a new default" >> /srv/later/etc/rollcall/audit-service.env')
      await ok(
        'dpkg-deb -Znone --build /srv/later /var/lib/rollcall/packages/rollcall-audit-service_0.1.1_amd64.deb >/dev/null',
      )
      await ok('echo ROLLCALL_LOG_LEVEL=debug >> /etc/rollcall/audit-service.env', site)
      const identity = () => ok('grep auditServiceId /var/lib/rollcall-audit-service/service.json', site)
      const process = () => ok('systemctl show --property MainPID --value rollcall-audit-service', site)
      const { installCommand } = await machines.createJoinToken('audit-service')
      const first = await identity()
      await ok(installCommand.replace(/ rcj1\.\S+$/, ''), site)
      expect([await identity(), await ok('rollcall --version', site)]).toEqual([first, '0.1.1\n'])
      await ok(installCommand, site)
      const former = [await identity(), await process()]
      expect(former[0]).not.toBe(first)
      expect(await ok('tail -n 1 /etc/rollcall/audit-service.env', site)).toBe('ROLLCALL_LOG_LEVEL=debug\n')
      expect(await ok(installCommand, site)).toMatch(/version 0\.1\.1 is installed[\s\S]*runs, and reports to/)
      const current = [await identity(), await process()]
      expect(current[0]).toBe(former[0])
      expect(current[1]).not.toBe(former[1])
      expect(await ok('rollcall audit-service status', site)).toMatch(/^Running \(process \d+\)$/m)
      // The collector offers the older version only: the newer one stays.
      await ok('rm /var/lib/rollcall/packages/rollcall-audit-service_0.1.1_amd64.deb')
      expect(await ok(installCommand, site)).toContain('version 0.1.1 is installed and stays')
      line = installCommand
    },
    5 * minuteMs,
  )

  test(
    'the line keeps the data of an Audit Service that was removed before, also when it fails',
    async () => {
      const stored = '/var/lib/rollcall-audit-service/service.json'
      const former = await ok(`cat ${stored}`, site)
      await ok('dpkg --remove rollcall-audit-service', site)
      // A token that no collector issued.
      const { code, stderr } = await site.run(line.replace(/rcj1\.\S+$/, 'rcj1.none'))
      expect(code).not.toBe(0)
      expect(stderr).toContain('is removed again; its earlier data and settings are kept')
      expect(await ok(`ls -d /usr/lib/rollcall-audit-service || cat ${stored}`, site)).toContain(former)
      await ok(line, site)
      expect(JSON.parse(await ok(`cat ${stored}`, site))).toMatchObject({ userSeed: JSON.parse(former).userSeed })
    },
    5 * minuteMs,
  )

  test('the watch of an agent is off at first, reports a change of dpkg, restarts at an upgrade and leaves with the package', async () => {
    const unit = 'rollcall-agent-watch.service'
    const install = '/usr/lib/rollcall-agent/rollcall agent install'
    const state = async () => (await site.run(`systemctl is-enabled ${unit}; systemctl is-active ${unit}`)).stdout
    const process = () => ok(`systemctl show --property MainPID --value ${unit}`, site)
    const until = (condition: string) => `timeout 90 sh -c 'until ${condition}; do sleep 0.5; done'`
    const journal = `journalctl --unit ${unit}`
    expect(await state()).toBe('disabled\ninactive\n')
    await ok(`${install} --watch`, site)
    expect(await state()).toBe('enabled\nactive\n')
    await ok(until(`${journal} | grep --quiet "watch of the installed software began"`), site)
    await ok('touch /var/lib/dpkg/status', site)
    await ok(until(`${journal} | grep --quiet "1 snapshot sent"`), site)
    const former = await process()
    const [packageFile = ''] = (await readdir(join(system.root, 'srv'))).filter((name) =>
      name.startsWith('rollcall-agent_'),
    )
    await cp(join(system.root, 'srv', packageFile), join(site.root, 'srv', packageFile))
    await ok(`dpkg --install /srv/${packageFile}`, site)
    expect(await state()).toBe('enabled\nactive\n')
    expect(await process()).not.toBe(former)
    await ok(`${install} --no-watch`, site)
    expect(await state()).toBe('disabled\ninactive\n')
    await ok(`${install} --watch`, site)
    await ok('dpkg --remove rollcall-agent', site)
    expect(await ok('pgrep --full "[a]gent watch" || echo none', site)).toBe('none\n')
  })

  test('a setting that is not valid is named by the upgrade, which can be completed once it is mended', async () => {
    await ok('echo ROLLCALL_LOG_LEVEL=loud >> /etc/rollcall/collector.env')
    const { code, stdout, stderr } = await system.run('dpkg --install /srv/rollcall-collector_*.deb')
    expect(code).not.toBe(0)
    expect(`${stdout}${stderr}`).toContain('ROLLCALL_LOG_LEVEL must be trace, debug, info, warn or error, not "loud"')
    await ok('sed -i /LOG_LEVEL=loud/d /etc/rollcall/collector.env')
    await ok('dpkg --install /srv/rollcall-collector_*.deb && systemctl start rollcall-collector')
    expect(await ok('rollcall collector status')).toContain('ready at')
  })

  test('an upgrade to a release that cannot start goes back to the one before, with its data', async () => {
    const main = '/srv/broken/usr/lib/rollcall-collector/lib/main.cjs'
    await ok('dpkg-deb --raw-extract /srv/rollcall-collector_*.deb /srv/broken')
    await ok(`echo 'throw new Error("a broken release")' > ${main}`)
    await ok('dpkg-deb -Znone --build /srv/broken /srv/broken.deb')
    const { code, stdout, stderr } = await system.run('dpkg --install /srv/broken.deb')
    expect(code).not.toBe(0)
    expect(`${stdout}${stderr}`).toContain('the previous version runs again, with its data')
    expect(await ok('rollcall collector status')).toMatch(/ready at[\s\S]*Audit Service /)
    await ok('dpkg --install /srv/rollcall-collector_*.deb')
  })

  test('a removed collector runs again with its data after its installation', async () => {
    await ok('dpkg --remove rollcall-collector')
    await ok('dpkg --install /srv/rollcall-collector_*.deb')
    expect(await ok('systemctl is-enabled rollcall-collector')).toBe('enabled\n')
    expect(await ok('rollcall collector status')).toMatch(/ready at[\s\S]*Audit Service /)
  })
})
