import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from './network/ip.ts'
import type { Network } from './network.ts'
import { makeServerTls } from './server-tls.ts'
import { tmpFolder } from './tmp.ts'

export const domain = {
  name: 'ad.example.org',
  baseDn: 'DC=ad,DC=example,DC=org',
  controller: 'dc1.ad.example.org',
  /** May read the directory, as every account of a domain. */
  user: { name: 'auditor', password: 'Passw0rd-of-the-auditor' },
} as const

export type DomainComputer = { name: string; disabled?: boolean; attributes?: Record<string, string> }

export type DomainSpec = {
  /** In `CN=Computers`, beside the domain controller, which is elsewhere. */
  computers: readonly DomainComputer[]
  /** A and AAAA records of the domain's DNS, by host label. */
  addresses: Record<string, readonly string[]>
}

export type Domain = AsyncDisposable & {
  /** The CA of the domain controller's certificate, in PEM. */
  ca: string
  /** LDAPS and LDAP at the domain controller's address. */
  ldaps: string
  ldap: string
  stop: () => Promise<void>
}

/** The Python of the system: only that one has Samba's modules. */
const python = '/usr/bin/python3'
const script = join(import.meta.dirname, 'samba-domain.py')

/**
 * A real domain controller with its own DNS: Samba, in a place of the network. Its certificate is for its address and its
 * name. What it holds goes with it.
 */
export async function startDomain(network: Network, place: string, spec: DomainSpec): Promise<Domain> {
  const { address } = network.host(place)
  const { path: folder, remove } = await tmpFolder()
  try {
    const tls = await makeServerTls(address, domain.controller)
    const configuration = await provision(folder, address)
    await must(python, [script, configuration, domain.name], JSON.stringify({ user: domain.user, ...spec }))
    await appendFile(configuration, await serviceLines(folder, tls))
    const samba = await network.spawn(
      place,
      'samba',
      ['--interactive', '--configfile', configuration, '--debug-stdout'],
      {
        ready: () => network.exec(place, python, ['-c', connects]).then(({ code }) => code === 0),
        readyTimeoutMs: 60_000,
      },
    )
    const stop = async () => {
      await samba.stop()
      await remove()
    }
    return { ca: tls.ca, ldaps: `ldaps://${address}`, ldap: `ldap://${address}`, stop, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Fails while one of the ports of LDAP, LDAPS and DNS does not take connections. */
const connects = `
import socket
for port in (389, 636, 53):
    socket.create_connection(("127.0.0.1", port), 1).close()
`

async function provision(folder: string, address: string): Promise<string> {
  await must('samba-tool', [
    ...['domain', 'provision', '--server-role=dc', '--dns-backend=SAMBA_INTERNAL', '--domain=AD'],
    ...[`--realm=${domain.name.toUpperCase()}`, `--host-name=${domain.controller.split('.')[0]}`],
    ...[`--host-ip=${address}`, '--adminpass=Passw0rd-of-nobody', `--targetdir=${folder}`],
  ])
  return join(folder, 'etc', 'smb.conf')
}

/** Nothing but LDAP and DNS, and no file outside the folder. */
async function serviceLines(folder: string, tls: { key: string; cert: string; ca: string }): Promise<string> {
  const file = async (name: string, content: string) => {
    await writeFile(join(folder, name), content, { mode: 0o600 })
    return join(folder, name)
  }
  await mkdir(join(folder, 'run'), { mode: 0o755 })
  const lines = [
    ['server services', 'ldap, dns'],
    ['pid directory', join(folder, 'run')],
    ['ncalrpc dir', join(folder, 'run', 'ncalrpc')],
    ['log file', join(folder, 'log')],
    ['tls keyfile', await file('key.pem', tls.key)],
    ['tls certfile', await file('cert.pem', tls.cert)],
    ['tls cafile', await file('ca.pem', tls.ca)],
  ]
  return `\n[global]\n${lines.map(([name, value]) => `\t${name} = ${value}\n`).join('')}`
}
