import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { BootedSystem } from '../../harness/booted-system.ts'
import { bootCollectorAndSite, type CollectorAndSite, minuteMs, ok as okOn } from '../support/systems.ts'

// What goes wrong on a machine that runs the install command: one clear line, an exit code, and nothing is left behind.

/** Library that moves the clock of a program. */
const clockLibrary = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

let machines: CollectorAndSite
let system: BootedSystem
let site: BootedSystem

beforeAll(async () => {
  machines = await bootCollectorAndSite('bookworm')
  ;({ system, site } = machines)
  await cp(clockLibrary, join(site.root, 'srv', 'clock.so'))
  await ok('apt-get install --yes --no-install-recommends /srv/rollcall-collector_*.deb')
  await ok('install -d /var/lib/rollcall/packages && cp /srv/rollcall-a*.deb /var/lib/rollcall/packages/')
}, 15 * minuteMs)
afterAll(() => machines?.[Symbol.asyncDispose]())

const ok = (command: string, where = system) => okOn(command, where)

/** Creates a join token, and the two halves of its install command: the download of the script, and its run. */
async function installLine(): Promise<{ download: string; run: string; token: string }> {
  const made = z.object({ installCommand: z.string(), token: z.string() })
  const text = await ok('rollcall join-token create --for agent --json')
  const { installCommand, token } = made.parse(JSON.parse(text.replaceAll('127.0.0.1', machines.collectorAddress)))
  const [download = '', run = ''] = installCommand.split(' && sudo ')
  return { download, run, token }
}

/** Runs the line with one change, and expects it to fail with these words and to leave nothing behind. */
async function expectRefusal(command: string, words: RegExp): Promise<string> {
  const { code, stdout, stderr } = await site.run(command, { timeoutMs: 2 * minuteMs })
  expect(code, `${stdout}${stderr}`).not.toBe(0)
  expect(stderr).toMatch(words)
  const left = 'ls -d /usr/lib/rollcall-* /var/lib/rollcall-* /etc/rollcall /usr/bin/rollcall 2>/dev/null || true'
  expect(await ok(left, site)).toBe('')
  expect(await ok('dpkg --list | grep -c rollcall || true', site)).toBe('0\n')
  return stdout
}

/** Runs a command of sh in a mount namespace of its own, after changing what it sees. */
const inView = (change: string, command: string) => `unshare --mount sh -c '${change} && ${command}'`

test('without root it says to use sudo', async () => {
  const { download, run } = await installLine()
  await expectRefusal(`${download} && su nobody --shell /bin/sh --command '${run}'`, /needs root: write "sudo"/)
})

test('without systemd it says how to run the part', async () => {
  const { download, run } = await installLine()
  await expectRefusal(
    `${download} && ${inView('mount -t tmpfs tmpfs /run/systemd', run)}`,
    /does not run systemd: install the archive, and run "rollcall agent run"/,
  )
})

test('on a full disk it says how much is needed', async () => {
  const { download, run } = await installLine()
  const small =
    'mount -t tmpfs -o size=50m tmpfs /mnt && mkdir /mnt/u /mnt/w && mount -t overlay -o lowerdir=/usr/lib,upperdir=/mnt/u,workdir=/mnt/w overlay /usr/lib'
  await expectRefusal(`${download} && ${inView(small, run)}`, /\/usr\/lib has \d+ MiB free; 300 MiB are needed/)
})

test('on another architecture it says which package the collector lacks', async () => {
  const { download, run } = await installLine()
  await expectRefusal(`${download} && setarch i686 ${run}`, /offers no package for deb on i686/)
})

test('half a download is refused by its checksum', async () => {
  const { download, run } = await installLine()
  const wrong = "sed -i 's/ [0-9a-f]\\{64\\} / 0000 /' rollcall-agent.sh"
  await expectRefusal(`${download} && ${wrong} && ${run}`, /the download is not complete: run this again/)
})

test('a token that was used up is named before the download, with the command for a new one', async () => {
  const { download, run, token } = await installLine()
  await ok(
    `rollcall agent join --url https://${machines.collectorAddress}:8443 --token ${token} --state-dir /srv/agent`,
  )
  const printed = await expectRefusal(
    `${download} && ${run}`,
    /used up, expired .* "rollcall join-token create --for agent"/,
  )
  expect(printed).not.toContain('downloading')
})

test('a clock in 1970 is named', async () => {
  const { download, run } = await installLine()
  // By the file of the loader: the program drops LD_PRELOAD.
  const preload = 'echo /srv/clock.so >/srv/preload && touch /etc/ld.so.preload'
  const change = `${preload} && mount --bind /srv/preload /etc/ld.so.preload`
  const clock = 'FAKETIME="@1970-01-02 00:00:00" FAKETIME_DONT_FAKE_MONOTONIC=1'
  await expectRefusal(
    `${download} && ${inView(change, `${clock} ${run}`)}`,
    /the clock of this machine says 1970-01-02/,
  )
})

test('a proxy that answers with a page of its own is named', async () => {
  const { download, run } = await installLine()
  const page = 'HTTP/1.1 200 OK\\r\\nContent-Type: text/html\\r\\nContent-Length: 6\\r\\n\\r\\n<html>'
  const proxy = `perl -MIO::Socket::INET -e '$s=IO::Socket::INET->new(LocalAddr=>"127.0.0.1",LocalPort=>3128,Listen=>9,ReuseAddr=>1);while($c=$s->accept){while(<$c>){last if /^\\r$/}print $c "${page}";close $c}'`
  await site.run(`setsid ${proxy} >/dev/null 2>&1 & echo $! >/srv/proxy.pid; sleep 1`)
  await expectRefusal(
    `${download} && HTTPS_PROXY=http://user:secret@127.0.0.1:3128/ ${run}`,
    /could not be downloaded through the proxy 127\.0\.0\.1:3128: it must pass/,
  )
  await site.run('kill $(cat /srv/proxy.pid)')
})

test('a port that is taken is named by the installation of the collector', async () => {
  const listen =
    'perl -MIO::Socket::INET -e \'$s=IO::Socket::INET->new(LocalAddr=>"127.0.0.1",LocalPort=>8443,Listen=>1);sleep 600\''
  await site.run(`setsid ${listen} >/dev/null 2>&1 & echo $! >/srv/listener.pid; sleep 1`)
  const file = 'srv/rollcall-collector_0.1.0_amd64.deb'
  await cp(join(system.root, file), join(site.root, file))
  const { code, stdout, stderr } = await site.run('dpkg --install /srv/rollcall-collector_*.deb', {
    timeoutMs: 2 * minuteMs,
  })
  expect(code).not.toBe(0)
  expect(`${stdout}${stderr}`).toContain('port 8443 for HTTPS is used by another program')
  await ok('kill $(cat /srv/listener.pid)', site)
  await ok('dpkg --configure --pending && systemctl start rollcall-collector', site)
  expect(await ok('rollcall collector status', site)).toContain('ready at')
})
