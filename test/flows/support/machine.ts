import { readFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { z } from 'zod'

/** Facts about this machine according to its own tools. */
export type MachineTruth = {
  hostname: string
  /** Name and version of what dpkg calls installed, sorted. */
  packages: string[]
  memoryBytes: number
  os: { name: string; version: string }
  interfaces: Map<string, InterfaceTruth>
}

export type InterfaceTruth = {
  macAddress: string | undefined
  mtu: number
  /** `address/prefix`, sorted. */
  addresses: string[]
}

export async function machineTruth(): Promise<MachineTruth> {
  const release = await readFile('/etc/os-release', 'utf8')
  const field = (name: string) => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(release)?.[1] ?? ''
  const memory = /^MemTotal:\s+(\d+) kB$/m.exec(await readFile('/proc/meminfo', 'utf8'))?.[1]
  return {
    hostname: hostname(),
    packages: await installedPackages(),
    memoryBytes: Number(memory) * 1024,
    os: { name: field('NAME'), version: field('VERSION_ID') },
    interfaces: await interfaceTruth(),
  }
}

/** `ii`, and `hi` for a package that is held: the second letter is the state. */
async function installedPackages(): Promise<string[]> {
  const format = `\${db:Status-Abbrev}|\${Package} \${Version}\n`
  const lines = (await output('dpkg-query', ['-W', '-f', format])).split('\n')
  return lines.flatMap((line) => /^.i.\|(.+)$/.exec(line)?.[1] ?? []).sort()
}

const linksSchema = z.array(
  z.object({
    ifname: z.string(),
    address: z.string().optional(),
    mtu: z.int(),
    link_type: z.string(),
    addr_info: z.array(z.object({ local: z.string(), prefixlen: z.int() })),
  }),
)

/** `ip -json addr` of this machine, or of a network namespace. */
export async function interfaceTruth(namespace?: string): Promise<Map<string, InterfaceTruth>> {
  const where = namespace === undefined ? [] : ['-n', namespace]
  const links = linksSchema.parse(JSON.parse(await output('ip', [...where, '-json', 'addr'])))
  return new Map(
    links.map(({ ifname, address, mtu, link_type: type, addr_info: addresses }) => [
      ifname,
      {
        macAddress: type === 'ether' ? address : undefined,
        mtu,
        addresses: addresses.map(({ local, prefixlen }) => `${local}/${prefixlen}`).sort(),
      },
    ]),
  )
}

async function output(program: string, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProcess(program, args, { timeoutMs: 30_000 })
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`)
  return stdout
}
