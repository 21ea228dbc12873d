import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ProcessSpec, type RunningProcess, startProcess } from '../processes.ts'
import { commandIn, must, mustIn } from './ip.ts'
import type { NetworkHost, SnmpAgent } from './truth.ts'

export type ServiceContext = {
  /** The host's own folder for configuration and state. */
  folder: string
  /** Called with each process at its start, so that it is ended even when a later one fails. */
  onStart: (process: RunningProcess) => void
}

/** Firewall and daemons of a host; gives its truth, with what only the daemons know. */
export async function startServices(host: NetworkHost, context: ServiceContext): Promise<NetworkHost> {
  await mkdir(context.folder, { recursive: true })
  await raiseFirewall(host)
  if (host.snmp !== undefined) await startSnmpd(host, host.snmp, context)
  if (host.tcpPorts.includes(22)) return { ...host, sshHostKeyFingerprint: await startSshd(host, context) }
  if (host.tcpPorts.length > 0) await startTcpService(host, context)
  return host
}

async function raiseFirewall(host: NetworkHost): Promise<void> {
  const rules = firewallRules(host)
  if (rules === undefined) return
  const chain = `chain input { type filter hook input priority 0; ${rules} }`
  await mustIn(host.namespace, 'nft', ['-f', '-'], `table inet filter {\n${chain}\n}\n`)
}

function firewallRules({ kind, snmp }: NetworkHost): string | undefined {
  if (kind === 'no-ping') return 'icmp type echo-request drop; icmpv6 type echo-request drop;'
  if (kind !== 'firewalled') return undefined
  const neighbors = 'icmpv6 type { nd-neighbor-solicit, nd-neighbor-advert } accept;'
  return `policy drop; iif lo accept; udp dport ${snmp?.port} accept; ${neighbors}`
}

async function startSnmpd(host: NetworkHost, agent: SnmpAgent, context: ServiceContext): Promise<void> {
  const configuration = join(context.folder, 'snmpd.conf')
  const persistent = join(context.folder, 'snmpd')
  await mkdir(persistent)
  await writeFile(configuration, `${snmpdLines(host, agent).join('\n')}\n`)
  await startIn(host, context, {
    program: 'snmpd',
    args: ['-f', '-Le', '-C', '-c', configuration],
    // Without MIB files: numeric names need none, and reading them is most of the daemon's start.
    env: { SNMP_PERSISTENT_DIR: persistent, MIBS: '' },
    // Logged when the sockets are bound.
    ready: /NET-SNMP version/,
  })
}

function snmpdLines(host: NetworkHost, agent: SnmpAgent): string[] {
  const address6 = host.address6 === undefined ? [] : [`udp6:${agent.port}`]
  return [
    `agentAddress ${[`udp:${agent.port}`, ...address6].join(',')}`,
    `exactEngineID 0x${agent.engineId}`,
    `sysName ${agent.sysName}`,
    `sysLocation ${agent.sysLocation}`,
    `sysContact ${agent.sysContact}`,
    ...(agent.sysDescr === undefined ? [] : [`sysDescr ${agent.sysDescr}`]),
    ...(agent.sysObjectId === undefined ? [] : [`sysObjectID ${agent.sysObjectId}`]),
    ...(agent.community === undefined ? [] : [`rocommunity ${agent.community}`, `rocommunity6 ${agent.community}`]),
    ...agent.users.flatMap((user) => [
      `createUser ${user.user} ${user.authProtocol} "${user.authPassword}" ${user.privProtocol} "${user.privPassword}"`,
      `rouser ${user.user} authPriv`,
    ]),
    ...agent.objects.map(({ oid, type, value }) => `override ${oid} ${type} "${value}"`),
    'dontLogTCPWrappersConnects yes',
  ]
}

/** Nobody can log in. Gives the host key's fingerprint. */
async function startSshd(host: NetworkHost, context: ServiceContext): Promise<string> {
  const key = join(context.folder, 'ssh_host_ed25519_key')
  const configuration = join(context.folder, 'sshd_config')
  await must('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', host.name, '-f', key])
  const off = ['UsePAM', 'PasswordAuthentication', 'KbdInteractiveAuthentication', 'PubkeyAuthentication']
  const lines = [`HostKey ${key}`, 'Port 22', 'PidFile none', ...off.map((option) => `${option} no`)]
  await writeFile(configuration, `${lines.join('\n')}\n`)
  // Compiled into sshd; the service manager makes it where sshd runs as a service.
  await mkdir('/run/sshd', { recursive: true, mode: 0o755 })
  await startIn(host, context, {
    program: 'sshd',
    args: ['-D', '-e', '-f', configuration],
    ready: /Server listening on 0\.0\.0\.0/,
  })
  const blob = (await readFile(`${key}.pub`, 'utf8')).split(' ')[1] ?? ''
  const digest = createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64')
  return `SHA256:${digest.replace(/=+$/, '')}`
}

async function startTcpService(host: NetworkHost, context: ServiceContext): Promise<void> {
  await startIn(host, context, {
    program: process.execPath,
    args: [join(import.meta.dirname, 'tcp-service.ts'), host.name, ...host.tcpPorts.map(String)],
    env: { NODE_OPTIONS: undefined },
    ready: /^listening$/m,
  })
}

async function startIn(host: NetworkHost, context: ServiceContext, spec: ProcessSpec): Promise<void> {
  context.onStart(await startProcess({ ...spec, ...commandIn(host.namespace, spec.program, spec.args ?? []) }))
}
