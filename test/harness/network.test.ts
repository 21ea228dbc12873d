import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { processesIn } from './network/teardown.ts'
import {
  blackholeRange,
  type Network,
  type NetworkHost,
  segments,
  silentRange,
  snmpHosts,
  startNetwork,
} from './network.ts'
import { startProcess } from './processes.ts'
import { waitFor } from './wait.ts'

const sysName = '.1.3.6.1.2.1.1.5.0'
/** For questions that nobody answers. */
const once = ['-t', '1', '-r', '0']
const ifPhysAddress = '.1.3.6.1.2.1.2.2.1.6'

describe('the default network, seen from the audit namespace', { timeout: 30_000 }, () => {
  let network: Network
  beforeAll(async () => {
    network = await startNetwork()
  })
  afterAll(() => network?.stop())

  test.each(['remote', 'local'] as const)(
    'a ping sweep of the %s segment finds exactly the expected hosts',
    async (segment) => {
      const swept = await network.exec('audit', 'fping', ['-aq', '-r2', '-i1', '-g', segments[segment].ipv4])
      expect(lines(swept.stdout).toSorted()).toEqual(network.pingable(segment).toSorted())
    },
  )

  test('IPv6 hosts answer on both segments', async () => {
    const addresses = network.hosts.flatMap((host) => host.address6 ?? [])
    expect(addresses).toContain('fd00:71::12')
    const pinged = await network.exec('audit', 'fping', ['-6', '-aq', '-r2', ...addresses])
    expect(lines(pinged.stdout).toSorted()).toEqual(addresses.toSorted())
    const { stdout } = await snmp('snmpget', 'udp6:[fd00:71::12]', ['-v2c', '-cpublic'], sysName)
    expect(stdout).toBe('"dual.example.net"\n')
  })

  test('every SNMP v2c agent answers its own community and no other', async () => {
    for (const host of network.hosts) {
      const community = host.snmp?.community
      if (community === undefined) continue
      const right = await snmp('snmpget', host.address, ['-v2c', '-c', community], sysName)
      expect(right.stdout).toBe(`"${host.snmp?.sysName}"\n`)
    }
    const wrong = await snmp('snmpget', network.host('blue').address, [...once, '-v2c', '-cpublic'], sysName)
    expect(wrong.stderr).toContain('Timeout')
  })

  test('the SNMP v3 agent accepts each user with the right secrets only, and no community', async () => {
    const { address, snmp: agent } = network.host('secure')
    expect(agent?.users).toHaveLength(2)
    for (const user of agent?.users ?? []) {
      const options = (password: string) => [
        ...['-v3', '-l', 'authPriv', '-u', user.user, '-a', user.authProtocol, '-A', password],
        ...['-x', user.privProtocol, '-X', user.privPassword],
      ]
      const right = await snmp('snmpget', address, options(user.authPassword), sysName)
      expect(right.stdout).toBe('"secure.example.net"\n')
      const wrong = await snmp('snmpget', address, options('not the password'), sysName)
      expect(wrong.stderr).toContain('Authentication failure')
    }
    const community = await snmp('snmpget', address, [...once, '-v2c', '-cpublic'], sysName)
    expect(community.stderr).toContain('Timeout')
  })

  test('an SNMP agent reports the interfaces of its own namespace', async () => {
    const { address, macAddress } = network.host('blue')
    const { stdout } = await snmp('snmpwalk', address, ['-v2c', '-csite-blue', '-Ox'], ifPhysAddress)
    expect(stdout.toLowerCase().match(/[0-9a-f]{2}( [0-9a-f]{2}){5}/g)).toEqual([macAddress.replaceAll(':', ' ')])
    const router = await snmp(
      'snmpwalk',
      segments.local.routerAddress,
      ['-v2c', '-crouter-public', '-Ox'],
      ifPhysAddress,
    )
    for (const { macAddress: mac } of network.host('router').interfaces) {
      expect(router.stdout.toLowerCase()).toContain(mac.replaceAll(':', ' '))
    }
  })

  test('an agent reports the configured ENTITY-MIB serial number', async () => {
    const { address } = network.host('switch')
    const { stdout } = await snmp('snmpget', address, ['-v2c', '-cpublic'], '.1.3.6.1.2.1.47.1.1.1.1.11.1')
    expect(stdout).toBe('"EX48-000171"\n')
  })

  test('exactly the expected TCP ports are open, and closed ones answer except behind the firewall', async () => {
    const places = network.hosts.filter((host) => host.name !== 'audit')
    const probed = [22, 80, 443, 9100]
    const scan = await network.exec('audit', 'nmap', [
      ...['-n', '-Pn', '-sT', '--max-retries', '1', '-p', probed.join(','), '-oG', '-'],
      ...places.map((host) => host.address),
    ])
    const seen = Object.fromEntries(places.map((host) => [host.name, portStates(scan.stdout, host.address)]))
    const expected = (host: NetworkHost) =>
      probed.map((port) => {
        if (host.kind === 'firewalled') return `${port}/filtered`
        return `${port}/${host.tcpPorts.includes(port) ? 'open' : 'closed'}`
      })
    expect(seen).toEqual(Object.fromEntries(places.map((host) => [host.name, expected(host)])))
  })

  test('the SSH host key has the expected fingerprint', async () => {
    const { address, sshHostKeyFingerprint } = network.host('shell')
    const keys = await network.exec('audit', 'ssh-keyscan', ['-t', 'ed25519', address])
    const printed = await network.exec('audit', 'ssh-keygen', ['-lf', '-'], { input: keys.stdout })
    expect(printed.stdout.split(' ')[1]).toBe(sshHostKeyFingerprint)
  })

  test('MAC addresses are visible on the local segment only', async () => {
    const hosts = network.hosts.filter((host) => host.kind !== 'audit')
    await network.exec('audit', 'fping', ['-q', '-r0', ...hosts.map((host) => host.address)])
    const { stdout } = await network.exec('audit', 'ip', ['-4', 'neighbour', 'show', 'dev', 'eth0'])
    for (const host of hosts) {
      if (host.segment === 'local') expect(stdout).toContain(`${host.address} lladdr ${host.macAddress}`)
      else expect(stdout).not.toContain(host.macAddress)
    }
  })

  test('the router answers for the silent range, and nothing answers for the blackholed range', async () => {
    const capture = await network.capture('audit', 'icmp[icmptype] != icmp-echo')
    // The router gives up on an address after three ARP requests, one a second.
    const [swept, dropped] = await Promise.all([
      network.exec('audit', 'fping', ['-a', '-r0', '-t4000', '-g', silentRange]),
      network.exec('audit', 'fping', ['-a', '-r0', '-t4000', '-g', blackholeRange]),
    ])
    const packets = await capture.stop()
    expect(swept.stdout + dropped.stdout).toBe('')
    const from = packets.map((packet) => /IP (\S+) > 10\.72\.0\.2: ICMP host (\S+) unreachable/.exec(packet)?.slice(1))
    expect(from.length).toBeGreaterThan(0)
    for (const [sender, about] of from.map((match) => match ?? [])) {
      expect(sender).toBe(segments.local.routerAddress)
      expect(about).toMatch(/^10\.71\.0\.(19[2-9]|20[0-7])$/)
    }
  })

  test('a capture holds every packet and its bytes', async () => {
    const { address } = network.host('blue')
    const atHost = await network.capture('blue', 'udp port 161')
    const atRouter = await network.capture('router', `udp port 161 and host ${address}`)
    await snmp('snmpget', address, [...once, '-v2c', '-cvery-secret'], sysName)
    await snmp('snmpget', address, ['-v2c', '-csite-blue'], sysName)
    const packets = await atHost.stop()
    expect(packets.filter((packet) => packet.includes('very-secret'))).toHaveLength(1)
    expect(packets.filter((packet) => packet.includes('site-blue'))).toHaveLength(2)
    expect(packets).toHaveLength(3)
    expect(await atRouter.stop()).toHaveLength(3)
  })

  test('a raw print port that is only connected to gets no payload, and the capture shows any', async () => {
    const { address } = network.host('printer')
    const payload = 'tcp dst port 9100 and (ip[2:2] - ((ip[0] & 0xf) << 2) - ((tcp[12] & 0xf0) >> 2) != 0)'
    const connected = await network.capture('printer', payload)
    await network.exec('audit', 'nmap', ['-n', '-Pn', '-sT', '-p9100', address])
    expect(await connected.stop()).toEqual([])
    const printed = await network.capture('printer', payload)
    await network.exec('audit', process.execPath, ['-e', `net.connect(9100, '${address}').end('PRINT ME')`])
    expect(await printed.stop()).toEqual([expect.stringContaining('PRINT ME')])
  })

  test('the audit namespace reaches the root namespace; no host does', async () => {
    const server = createServer((_, response) => response.end('root'))
    await new Promise<void>((resolve) => server.listen(0, network.rootAddress, resolve))
    const address = server.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const script = `fetch('http://${network.rootAddress}:${port}').then((r) => r.text()).then(console.log)`
    const run = (place: string) => network.exec(place, process.execPath, ['-e', script])
    expect(await run('audit')).toMatchObject({ code: 0, stdout: 'root\n' })
    expect((await run('near')).code).not.toBe(0)
    server.close()
  })

  test('a long-running process inside keeps its output', async () => {
    const script = 'console.log(os.networkInterfaces().eth0[0].address); setInterval(() => {}, 1e6)'
    const inside = await network.spawn('plain', process.execPath, ['-e', script], { ready: /\n/ })
    expect(inside.stdout()).toBe('10.71.0.31\n')
    expect(processesIn([network.host('plain').namespace])).toEqual([inside.pid])
    expect(await inside.stop()).toEqual({ code: null, signal: 'SIGTERM' })
  })

  async function snmp(program: 'snmpget' | 'snmpwalk', address: string, secrets: string[], oid: string) {
    const output = ['-m', '', '-Oqv', '-t', '5', '-r', '3']
    return network.exec('audit', program, [...output, ...secrets, address, oid])
  }
})

describe('starting and stopping', { timeout: 30_000 }, () => {
  test('two networks run side by side, and stop removes both completely', async () => {
    const networks = await Promise.all([startNetwork({ hosts: snmpHosts(16) }), startNetwork({ hosts: snmpHosts(2) })])
    const namespaces = networks.flatMap((network) => network.hosts.map((host) => host.namespace))
    expect(await namespacesLeft(namespaces)).toHaveLength(16 + 2 + 4)
    await networks[1].spawn('agent-1', 'sleep', ['600'])
    // The spawned process enters its namespace a moment after it has started.
    const expected = 16 + 2 + 1
    const pids = await waitFor(
      () => {
        const found = processesIn(namespaces)
        return found.length === expected && found
      },
      { what: `${expected} processes in the namespaces` },
    )
    expect(new Set(networks.map((network) => network.rootAddress)).size).toBe(2)
    await Promise.all(networks.map((network) => network.stop()))
    expect(await namespacesLeft(namespaces)).toEqual([])
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('the next network removes the remains of a killed test process', async () => {
    const script = [
      `import { startNetwork, snmpHosts } from '${join(import.meta.dirname, 'network.ts')}'`,
      'const network = await startNetwork({ hosts: snmpHosts(2) })',
      'console.log(network.hosts.map((host) => host.namespace).join(" "), "up")',
    ].join('\n')
    const args = ['--input-type=module', '-e', script]
    const victim = await startProcess({
      program: process.execPath,
      args,
      env: { NODE_OPTIONS: undefined },
      ready: /up$/m,
    })
    await victim.stop('SIGKILL')
    const namespaces = victim.stdout().trim().split(' ').slice(0, -1)
    const pids = processesIn(namespaces)
    expect(pids).toHaveLength(2)
    await using _next = await startNetwork({ hosts: [] })
    expect(await namespacesLeft(namespaces)).toEqual([])
    expect(pids.filter(isRunning)).toEqual([])
  })

  test('an impossible spec fails with the reason and leaves nothing', async () => {
    const twice = { name: 'one', kind: 'web', address: '10.71.0.5' } as const
    await expect(startNetwork({ hosts: [twice, { ...twice, name: 'two' }] })).rejects.toThrow('has 10.71.0.5 twice')
    const bad = { name: 'bad', kind: 'snmp-v2c', address: '10.71.0.5', macAddress: 'no mac' } as const
    await expect(startNetwork({ hosts: [bad] })).rejects.toThrow('no mac')
    expect(await namespacesLeft((name) => name.startsWith(`rollcall-${process.pid}-`))).toEqual([])
  })
})

async function namespacesLeft(wanted: readonly string[] | ((name: string) => boolean)): Promise<string[]> {
  const names = await readdir('/run/netns')
  return names.filter((name) => (typeof wanted === 'function' ? wanted(name) : wanted.includes(name)))
}

/** A killed orphan stays as a zombie until the init process reaps it. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

function lines(text: string): string[] {
  return text.split('\n').filter((line) => line !== '')
}

/** From nmap's grepable output: `Host: ADDRESS ()  Ports: 22/closed/tcp//ssh///, …`. */
function portStates(text: string, address: string): string[] | undefined {
  const line = lines(text).find((each) => each.startsWith(`Host: ${address} `) && each.includes('Ports: '))
  return [...(line ?? '').matchAll(/(\d+)\/(\w+)\/tcp/g)].map(([, port, state]) => `${port}/${state}`)
}
