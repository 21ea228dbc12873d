import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createdAppRegistrationSchema } from '@rollcall/shared/api/app-registration.ts'
import { usageSchema } from '@rollcall/shared/api/usage.ts'
import { type Observation, observationSchema } from '@rollcall/shared/inventory/observation.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { connectApi } from '../harness/api-client.ts'
import { type HostSpec, type Network, startNetwork } from '../harness/network.ts'
import { launcher, runCli, startUp, type Up } from '../harness/rollcall.ts'
import { type TmpFolder, tmpFolder } from '../harness/tmp.ts'
import { machineTruth } from './support/machine.ts'

test('every command has --help and --json', async () => {
  const helps = new Map<string, string>()
  const explore = async (path: string[]): Promise<void> => {
    const { code, stdout, stderr } = await runCli([...path, '--help'])
    expect({ code, stderr }, path.join(' ')).toEqual({ code: 0, stderr: '' })
    const listed = /^Commands:\n((?: {2,}.*\n)*)/m.exec(stdout)?.[1]
    if (listed === undefined) return void helps.set(path.join(' '), stdout)
    const names = [...listed.matchAll(/^ {2}([a-z-]+)/gm)].flatMap(([, name]) => name ?? [])
    await Promise.all(names.filter((name) => name !== 'help').map((name) => explore([...path, name])))
  }
  await explore([])
  for (const [command, help] of helps) {
    expect(help).toMatch(new RegExp(`^Usage: rollcall ${command} `))
    expect(help, command).toMatch(/^ {2}--json /m)
    expect(help, command).toMatch(/^ {2}-h, --help /m)
  }
  const parts = ['collector', 'audit-service', 'agent']
  expect([...helps.keys()]).toEqual(
    expect.arrayContaining([
      ...[
        'up',
        'scan',
        'probe',
        'snapshot',
        'doctor',
        'app-registration create',
        'join-token create',
        'quota',
        'user reset-password',
      ],
      ...parts.flatMap((part) => ['run', 'status', 'install', 'uninstall'].map((verb) => `${part} ${verb}`)),
      ...['audit-service join', 'agent join'],
    ]),
  )
})

describe('a wrong command line', () => {
  const wrong = [
    ['no-such-command'],
    ['up', '--no-such-option'],
    ['scan'],
    ['probe'],
    ['probe', '127.0.0.1', '--recording', 'file'],
    ['probe', '127.0.0.1', '--port', '0'],
    ['probe', '127.0.0.1', '--ssh-user', 'auditor'],
    ['probe', '--recording', 'file', '--ssh-user', 'auditor', '--ssh-key', 'file'],
    ['scan', '127.0.0.1', '--packets-per-second', '0'],
    ['app-registration', 'create'],
    ['app-registration', 'create', '--name', 'x', '--capability', 'Everything'],
    ['join-token', 'create', '--for', 'printer'],
    ['join-token', 'create', '--for', 'agent', '--ttl', 'soon'],
    ['join-token', 'create', '--for', 'agent', '--uses', '0'],
    ['audit-service', 'join', '--token', 'rcj1.x'],
    ['quota', 'many'],
  ]
  test.each(wrong.map((args) => [args.join(' '), args] as const))('%s exits with code 2', async (_, args) => {
    const { code, stdout, stderr } = await runCli(args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/^error: /)
    expect(stderr).not.toMatch(/^\s+at /m)
  })
})

describe('this machine, with no collector', () => {
  test('snapshot --json prints an observation of this machine', async () => {
    const { code, stdout, stderr } = await runCli(['snapshot', '--json'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const observation = observationSchema.parse(JSON.parse(stdout))
    const truth = await machineTruth()
    expect(observation).toMatchObject({ source: 'Agent', name: truth.hostname, depth: 'audit' })
    expect(observation.software?.filter(({ source }) => source === 'dpkg')).toHaveLength(truth.packages.length)
    const forPeople = await runCli(['snapshot'])
    expect(forPeople.code).toBe(0)
    expect(forPeople.stdout).toMatch(new RegExp(`^Software +${observation.software?.length} packages$`, 'm'))
  })

  test('doctor --json finds every required tool', async () => {
    const { code, stdout } = await runCli(['doctor', '--json'])
    const { ok, findings } = doctorSchema.parse(JSON.parse(stdout))
    expect({ code, ok }).toEqual({ code: 0, ok: true })
    const states = Object.fromEntries(findings.map(({ name, state }) => [name, state]))
    for (const name of ['Node.js', 'nats-server', 'nmap', 'fping', 'data directory', 'collector', 'probe snmp']) {
      expect(states, name).toMatchObject({ [name]: 'ok' })
    }
  })

  test.each(['collector', 'audit-service', 'agent'])('%s status reports that nothing is installed', async (part) => {
    await using folder = await tmpFolder()
    const flag = part === 'collector' ? '--data-dir' : '--state-dir'
    const { code, stdout, stderr } = await runCli([part, 'status', '--json', flag, folder.path])
    if (part === 'collector') {
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^rollcall: no collector runs on .*rollcall up.*\n$/)
    } else {
      expect({ code, ...z.object({ joined: z.boolean() }).parse(JSON.parse(stdout)) }).toEqual({
        // An agent runs by its timer: there is no process to miss.
        code: part === 'agent' ? 0 : 1,
        joined: false,
      })
    }
  })
})

const doctorSchema = z.object({
  ok: z.boolean(),
  findings: z.array(z.object({ name: z.string(), state: z.enum(['ok', 'missing', 'broken']), detail: z.string() })),
})

describe('scan and probe, inside a network', () => {
  const hosts: HostSpec[] = [
    { name: 'box', kind: 'snmp-v2c', address: '10.72.0.10' },
    { name: 'blue', kind: 'snmp-v2c', address: '10.71.0.11', snmp: { community: 'site-blue' } },
    { name: 'web', kind: 'web', address: '10.72.0.21' },
    { name: 'plain', kind: 'ping-only', address: '10.71.0.31' },
  ]
  const targets = ['10.72.0.8/29', '10.72.0.21', '10.71.0.11-10.71.0.31']
  let network: Network
  let folder: TmpFolder
  beforeAll(async () => {
    network = await startNetwork({ hosts })
    folder = await tmpFolder()
  })
  afterAll(async () => {
    await network?.stop()
    await folder?.remove()
  })
  const inside = (...args: string[]) => network.exec('audit', launcher.program, [launcher.script, ...args])

  test('scan --json prints one observation a line for exactly the live hosts', async () => {
    const communities = ['--snmp-community', 'public', '--snmp-community', 'site-blue']
    const { code, stdout, stderr } = await inside('scan', ...targets, ...communities, '--json')
    expect(code).toBe(0)
    const seen = stdout
      .trim()
      .split('\n')
      .map((line) => observationSchema.parse(JSON.parse(line)))
    const summary = seen.map((each) => [each.network?.ipAddress, each.name, each.depth, tcpPorts(each)])
    const expected = network.hosts
      .filter(({ name }) => hosts.some((host) => host.name === name))
      .map(({ address, snmp, tcpPorts: ports }) => [
        address,
        snmp?.sysName ?? address,
        snmp === undefined ? 'discovery' : 'audit',
        [...ports],
      ])
    expect(summary.sort()).toEqual(expected.sort())
    expect(stderr).toMatch(/^4 hosts on 28 addresses in /m)
  })

  test('scan prints a table for people', async () => {
    const { code, stdout } = await inside('scan', ...targets)
    expect(code).toBe(0)
    const [head, ...rows] = stdout.trimEnd().split('\n')
    expect(head).toMatch(/^Address +Name +Type +Manufacturer +Model +System +Read by +MAC address +Open ports$/)
    expect(rows.map((row) => row.split(' ')[0])).toEqual(['10.71.0.11', '10.71.0.31', '10.72.0.10', '10.72.0.21'])
    expect(rows[2]).toMatch(/^10\.72\.0\.10 +box\.example\.net +computer .* Linux .* snmp +00:16:3e:48:00:0a +161$/)
  })

  test('scan --ping-only finds hosts without probing them', async () => {
    const { code, stdout } = await inside('scan', ...targets, '--ping-only', '--json')
    expect(code).toBe(0)
    const seen = stdout
      .trim()
      .split('\n')
      .map((line) => observationSchema.parse(JSON.parse(line)))
    expect(seen.map(({ depth }) => depth)).toEqual(['discovery', 'discovery', 'discovery', 'discovery'])
    expect(seen.flatMap((each) => each.network?.services ?? [])).toEqual([])
  })

  test('a name that resolves to this machine is reported and skipped, the rest is scanned', async () => {
    await using names = await tmpFolder()
    const hostsFile = join(names.path, 'hosts')
    await writeFile(hostsFile, '127.0.0.1 localhost trap.example\n')
    const scan = [launcher.program, launcher.script, 'scan', 'trap.example', '10.72.0.10', '--ping-only', '--json']
    const mounted = ['--mount', 'sh', '-c', `mount --bind "$0" /etc/hosts && exec "$@"`, hostsFile, ...scan]
    const { code, stdout, stderr } = await network.exec('audit', 'unshare', mounted)
    expect({ code, hosts: stdout.trim().split('\n').length }).toEqual({ code: 0, hosts: 1 })
    expect(stderr).toMatch(/^not scanned: trap\.example: resolves to this machine \(127\.0\.0\.1\)/m)
  })

  test('a recording of a probe replays to the same observation', async () => {
    const file = join(folder.path, 'blue.snmp')
    const live = await inside('probe', '10.71.0.11', '--snmp-community', 'site-blue', '--record', file, '--json')
    expect(live).toMatchObject({ code: 0, stderr: '' })
    const recorded = await runCli(['probe', '--recording', file, '--json'])
    expect(recorded).toMatchObject({ code: 0, stderr: '' })
    const [host, replayed] = [live.stdout, recorded.stdout].map((text) => observationSchema.parse(JSON.parse(text)))
    const read = (seen: Observation | undefined) => ({
      type: seen?.type,
      name: seen?.name,
      hardware: seen?.hardware,
      software: seen?.software,
      interfaces: seen?.network?.interfaces,
      snmpEngineId: seen?.identity.snmpEngineId,
      macAddresses: seen?.identity.macAddresses,
      evidence: seen?.evidence,
    })
    expect(read(replayed)).toEqual(read(host))
    expect(host).toMatchObject({ name: 'blue.example.net', type: 'computer' })
    expect(host?.identity.snmpEngineId).toBe(network.host('blue').snmp?.engineId)
    const forPeople = await runCli(['probe', '--recording', file])
    expect(forPeople.stdout).toMatch(/^Name +blue\.example\.net$/m)
  })

  test('a host that cannot be audited is shown as discovered only, with the reason', async () => {
    const web = await inside('probe', '10.72.0.21')
    expect(web.code).toBe(0)
    expect(web.stdout).toMatch(/^MAC addresses +00:16:3e:48:00:15$/m)
    expect(web.stdout).toMatch(/^Open ports +80\/tcp/m)
    expect(web.stdout).toMatch(/^snmp: no-answer, .*the port is closed$/m)
    const wrong = await inside('probe', '10.71.0.11')
    expect(wrong).toMatchObject({ code: 0, stdout: expect.stringMatching(/^snmp: refused, .*accepts no credential/m) })
    const file = join(folder.path, 'nothing.snmp')
    const recorded = await inside('probe', '10.72.0.21', '--record', file)
    expect(recorded).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^rollcall: there is nothing to/),
    })
  })

  test('an address that cannot be probed gives an error in one line', async () => {
    const failures: [string, RegExp, ...string[]][] = [
      ['silent', /^rollcall: nothing was read from 10\.71\.0\.40: .+\n$/, 'probe', '10.71.0.40'],
      ['no file', /^rollcall: cannot read the recording .+\n$/, 'probe', '--recording', join(folder.path, 'none')],
      ['option as target', /^rollcall: .*-oN.+\n$/, 'probe', '--', '-oN/tmp/x'],
      ['malformed', /^rollcall: "10\.0\.0\.0\/33" .+\n$/, 'scan', '10.0.0.0/33'],
    ]
    const check = async ([what, line, ...args]: (typeof failures)[number]) => {
      const { code, stdout, stderr } = await inside(...args)
      expect({ code, stdout }, what).toEqual({ code: 1, stdout: '' })
      expect(stderr, what).toMatch(line)
    }
    await Promise.all(failures.map(check))
  })
})

describe('commands on a running collector', () => {
  let up: Up
  beforeAll(async () => {
    up = await startUp({ args: ['--no-agent'] })
  })
  afterAll(() => up?.stop())

  const create = async (...options: string[]) => {
    const created = await up.cli('app-registration', 'create', '--name', 'script', ...options, '--json')
    expect(created).toMatchObject({ code: 0, stderr: '' })
    return createdAppRegistrationSchema.parse(created.json())
  }

  test('app-registration create returns a client whose token has exactly its capabilities', async () => {
    const client = await create('--capability', 'StartAuditsOrScans', '--expires', '2100-01-31')
    expect(client).toMatchObject({ capabilities: ['StartAuditsOrScans'], expiresAt: '2100-01-31T00:00:00.000Z' })
    const api = await connectApi(up.facts, client)
    expect((await api.get('/api/v1/devices')).json()).toEqual({ items: [], total: 0 })
    expect((await api.get('/api/v1/app-registrations')).status).toBe(403)
  })

  test('a disabled App registration gets no token', async () => {
    const client = await create('--disabled')
    await expect(connectApi(up.facts, client)).rejects.toThrow(/401.*invalid_client/)
  })

  test('quota unblocks App registrations after the quota is used up', async () => {
    const api = await connectApi(up.facts, await create('--capability', 'Administrator'))
    const used = usageSchema.parse((await up.cli('quota', '--json')).json())
    expect(used).toMatchObject({ monthlyTransactions: 0, remaining: null })
    const set = (monthlyTransactions: number) =>
      api.call('PATCH', '/api/v1/site/settings', { body: { quota: { monthlyTransactions } } })
    expect([(await set(1)).status, (await set(0)).status]).toEqual([200, 429])
    const shown = await up.cli('quota', '--site', up.facts.siteId)
    expect(shown).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Used {6}\d+ since .+\nQuota {5}1\nRecharge .+\n$/),
    })
    const raised = usageSchema.parse((await up.cli('quota', '0', '--json')).json())
    expect(raised).toMatchObject({ monthlyTransactions: 0, transactions: used.transactions + 2 })
    expect((await api.get('/api/v1/devices')).status).toBe(200)
  })

  test('join-token create, collector status and doctor print text and JSON', async () => {
    const token = await up.cli('join-token', 'create', '--for', 'agent', '--uses', '3', '--ttl', '2d')
    expect(token).toMatchObject({ code: 0, stdout: expect.stringMatching(/^rcj1\.[\w-]+\n$/) })
    const status = (await up.cli('collector', 'status', '--json')).json()
    expect(status).toMatchObject({
      status: 'ready',
      url: up.facts.url,
      pid: up.pidOf('collector'),
      version: productVersion,
      auditServices: [{ id: up.facts.auditServiceId, status: 'Active' }],
    })
    const { findings } = doctorSchema.parse((await up.cli('doctor', '--json')).json())
    expect(findings).toContainEqual({ name: 'collector', state: 'ok', detail: `ready at ${up.facts.url}` })
    const ports = [new URL(up.facts.url).port, new URL(up.facts.natsUrl).port]
    expect(findings.filter(({ name }) => name.startsWith('port '))).toEqual([
      { name: `port ${ports[0]}`, state: 'ok', detail: 'the collector, /readyz: ready' },
      { name: `port ${ports[1]}`, state: 'ok', detail: 'nats-server of the collector' },
    ])
  })

  test('a setting without a value counts as not set', async () => {
    const env = { ROLLCALL_DATABASE_URL: '', ROLLCALL_PORT: ' ', ROLLCALL_PUBLIC_HOSTS: '' }
    const doctor = await runCli(['doctor', '--json', '--data-dir', join(up.dataDir, 'other')], { env })
    const { findings } = doctorSchema.parse(doctor.json())
    expect(findings.map(({ name }) => name)).toContain('port 8443')
  })

  test('doctor names a port that another program uses, and what to do', async () => {
    const { port } = new URL(up.facts.url)
    const doctor = await runCli(['doctor', '--json', '--data-dir', join(up.dataDir, 'other')], {
      env: { ROLLCALL_PORT: port, ROLLCALL_NATS_PORT: '0' },
    })
    expect(doctor.code).toBe(1)
    const { findings } = doctorSchema.parse(doctor.json())
    expect(findings.find(({ name }) => name === `port ${port}`)).toMatchObject({
      state: 'broken',
      detail: expect.stringMatching(
        new RegExp(`EADDRINUSE.* by .+ \\(process ${up.pidOf('collector')}\\); .*choose another in ROLLCALL_PORT`),
      ),
    })
  })
})

function tcpPorts({ network }: Observation): number[] {
  return (network?.services ?? []).filter(({ protocol }) => protocol === 'tcp').map(({ port }) => port)
}
