import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import type { Host } from '../platform/host.ts'
import { type Recording, recordedHost } from '../platform/testing/recorded-host.ts'
import { macosSources } from './macos-sources.ts'
import { linuxSources, type SourceSet } from './sources.ts'

const secret = 'c4nary-Secret'
const id = 'a'.repeat(64)
const listening = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 7 1 0000000000000000 100 0 0 10 0
   1: 00000000:1F91 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 8 1 0000000000000000 100 0 0 10 0
`
const unit = (start: string) =>
  `[Service]\nEnvironment=TOKEN=${secret}\nExecStartPre=/bin/sh -c ${secret}\nExecStart=${start}\nUser=web\n`

const linux: Recording = {
  files: {
    '/run/systemd/system/x': '',
    '/etc/systemd/system/a.service': unit(`/usr/bin/app --token ${secret}`),
    '/etc/systemd/system/b.service': unit(`/usr/bin/env TOKEN=${secret} /usr/bin/app`),
    '/etc/systemd/system/c.service': unit(`\\\n  -"/opt/my app" "${secret}"`),
    '/etc/systemd/system/d.service': unit(`@/usr/bin/app ${secret}`),
    '/proc/net/tcp': listening,
    '/proc/70/comm': 'MainThread\n',
    '/proc/70/cmdline': `app --password ${secret}\0`,
    '/proc/71/comm': `app --p ${secret.slice(0, 7)}\n`,
    '/proc/71/cmdline': `app --p ${secret}\0${secret}\0`,
    [`/var/lib/docker/containers/${id}/config.v2.json`]: JSON.stringify({
      Path: 'run',
      Args: [secret],
      Config: { Env: [`TOKEN=${secret}`], Image: 'nginx', Labels: { token: secret } },
      Name: '/web',
    }),
    '/etc/libvirt/qemu/vm.xml': `<domain>\n  <name>vm</name>\n  <graphics passwd='${secret}'/>\n</domain>\n`,
    '/etc/pve/qemu-server/100.conf': `name: vm\ncipassword: ${secret}\ndescription: ${secret}\n`,
    '/etc/kubernetes/kubelet.conf': `    server: https://192.0.2.1:6443\n    token: ${secret}\n`,
    '/var/lib/kubelet/config.yaml': '',
    '/etc/cups/printers.conf': `<Printer p>\nDeviceURI smb://ada:${secret}@print/q\n</Printer>\n`,
    '/etc/shadow': `ada:${secret}:1::::::\n`,
    '/run/containerd/containerd.sock': '',
    '/proc/1/comm': 'systemd\n',
    '/run/systemd/units/invocation:ntp.service': '',
    '/etc/ntp.conf': `server 192.0.2.9\ncrypto pw ${secret}\n`,
  },
  sockets: { 7: 70, 8: 71 },
  programs: {
    systemctl: ['a', 'b', 'c', 'd'].map((name) => `${name}.service loaded active running x\n`).join(''),
    crictl: JSON.stringify({ containers: [{ id, annotations: { token: secret }, labels: { token: secret } }] }),
    lpstat: `device for p: smb://ada:${secret}@print/q\n`,
  },
}

const job = `<plist><dict><key>Label</key><string>a</string>
<key>ProgramArguments</key><array><string>/usr/bin/app</string><string>--token=${secret}</string></array>
<key>EnvironmentVariables</key><dict><key>TOKEN</key><string>${secret}</string></dict></dict></plist>`
const profile = { _name: 'Wi-Fi', spconfigprofile_profile_items: [{ Password: secret }] }
const printer = { _name: 'p', uri: `smb://ada:${secret}@print/q` }

const macos: Recording = {
  files: { '/Library/LaunchDaemons/a.plist': job },
  programs: {
    launchctl: '',
    'system_profiler -json SPPrintersDataType': JSON.stringify({ SPPrintersDataType: [printer] }),
    'system_profiler -json SPConfigurationProfileDataType': JSON.stringify({
      SPConfigurationProfileDataType: [{ _items: [profile] }],
    }),
  },
}

/** Returns a recorded machine with a real grep(1), and what of it an SSH audit would record. */
function machineOf(recording: Recording): { host: Host; recorded: string[] } {
  const host = recordedHost(recording)
  const recorded: string[] = []
  const read = async (...[path, bytesMax, owner, secrecy]: Parameters<Host['readBytes']>) => {
    const bytes = await host.readBytes(path, bytesMax, owner)
    if (secrecy !== 'private') recorded.push(`${path}: ${bytes?.toString()}`)
    return bytes
  }
  const run: Host['run'] = async (program, args, options) => {
    const output = program === 'grep' ? grep(args, recording.files ?? {}) : await host.run(program, args, options)
    if (!options.isPrivate) recorded.push(`${program}: ${output.stdout}`)
    return output
  }
  return {
    recorded,
    host: { ...host, readBytes: read, readFile: async (...file) => (await read(...file))?.toString(), run },
  }
}

function grep(args: readonly string[], files: NonNullable<Recording['files']>) {
  const [pattern = '', paths] = [args[args.indexOf('-e') + 1], args.slice(args.indexOf('--') + 1)]
  const stdout = paths.map((path) => {
    const script = 'grep -oE -e "$1" | sed "s|^|$2:|"'
    return execFileSync('sh', ['-c', script, 'sh', pattern, path], { input: files[path] ?? '', encoding: 'utf8' })
  })
  return { code: 0, stdout: stdout.join(''), stderr: '' }
}

/** Returns the parts of all sources that can read this machine; a source without its recording costs its part. */
async function collectAll({ hardware, software, network, identity }: SourceSet, host: Host): Promise<string> {
  const sources = [...hardware, ...software, ...network, ...identity]
  const parts = sources.map(async (source) => {
    try {
      return (await source.isAvailable(host)) ? [source.name, await source.collect(host)] : []
    } catch {
      return []
    }
  })
  return JSON.stringify(await Promise.all(parts))
}

it.each([
  [
    'Linux machine',
    linuxSources,
    linux,
    [
      ...['/usr/bin/app', '/usr/bin/env', '/opt/my app', '"program":"app"', '"port":8080,"program":"MainThread"'],
      ...[
        'nginx',
        '"name":"vm"',
        'https://192.0.2.1:6443',
        '"port":"smb://print/q"',
        '"runtime":"containerd"',
        '192.0.2.9',
      ],
    ],
  ],
  ['Mac', macosSources, macos, ['/usr/bin/app', 'Wi-Fi', 'smb://print/q']],
])('no argument, environment or password of a %s leaves its sources', async (_, sources, recording, expected) => {
  const { host, recorded } = machineOf(recording)
  const parts = await collectAll(sources, host)
  for (const value of expected) expect(parts).toContain(value)
  expect(parts).not.toContain(secret.slice(0, 7))
  expect(recorded.filter((text) => text.includes(secret))).toEqual([])
})
