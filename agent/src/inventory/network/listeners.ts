import { basename } from 'node:path/posix'
import { normaliseIp } from '@rollcall/shared/inventory/normalise.ts'
import { type Host, readUpTo, readValue } from '../../platform/host.ts'
import { mapBounded } from '../map-bounded.ts'
import type { Listener, NetworkPart } from '../parts.ts'
import { readPasswd } from '../passwd.ts'
import type { OnCut, Source } from '../source.ts'
import { upTo } from '../up-to.ts'
import { type ByteOrder, byteOrderOf, hexToIpv4 } from './addresses.ts'

const protocols = ['tcp', 'udp'] as const
const tableBytesMax = 32 * 1024 * 1024
const commandBytesMax = 64 * 1024
const listenersMax = 4_096

/**
 * Lists the ports on which programs of this computer accept connections or datagrams. Sockets of containers with a
 * network of their own are not visible here; a port that is published for one is.
 */
export const listeners: Source<NetworkPart> = {
  name: 'listeners',
  reads: ['listeners'],
  isAvailable: async (host) => (await host.listFolder('/proc/net')).includes('tcp'),
  collect: async (host, onCut) => {
    const order = await byteOrderOf(host)
    const range = parseRange((await readValue(host, '/proc/sys/net/ipv4/ip_local_port_range')) ?? '')
    const tables = await Promise.all(
      protocols.flatMap((protocol) =>
        ['', '6'].map(async (family) => {
          const text = (await host.readFile(`/proc/net/${protocol}${family}`, tableBytesMax)) ?? ''
          return parseSockets(text, protocol, order).filter(({ port }) => protocol === 'tcp' || !isWithin(port, range))
        }),
      ),
    )
    const sockets = tables.flat()
    return { listeners: await describe(host, upTo(sockets, listenersMax, 'open ports', onCut), onCut) }
  },
}

type Socket = Pick<Listener, 'protocol' | 'address' | 'port'> & { uid: number; inode: number }
type Range = readonly [number, number]

/** Ports that the kernel gives to sockets which only send. */
function parseRange(text: string): Range {
  const [, first, last] = /^(\d+)\s+(\d+)$/.exec(text) ?? []
  return [Number(first ?? 32_768), Number(last ?? 60_999)]
}

const isWithin = (port: number, [first, last]: Range): boolean => port >= first && port <= last

async function describe(host: Host, sockets: readonly Socket[], onCut?: OnCut): Promise<Listener[]> {
  const [owners, passwd] = await Promise.all([
    host.socketOwners(new Set(sockets.map(({ inode }) => inode)), (what) => onCut?.(what, ['listeners.program'])),
    readPasswd(host),
  ])
  const users = new Map(passwd.map(({ uid, name }) => [uid, name]))
  const pids = [...new Set(owners.values())]
  const programs = new Map(await mapBounded(pids, 16, async (pid) => [pid, await programOf(host, pid)] as const))
  // The program with the oldest socket comes first among several at one port.
  return sockets
    .toSorted((left, right) => left.inode - right.inode)
    .map(({ protocol, address, port, uid, inode }) => {
      const program = programs.get(owners.get(inode) ?? -1)
      return { protocol, address, port, program, user: users.get(uid) ?? `${uid}` }
    })
}

/** Returns the name of a program: for an interpreter, that of its script. */
export async function programOf(host: Host, pid: number): Promise<string | undefined> {
  const [short, command = ''] = await Promise.all([
    readValue(host, `/proc/${pid}/comm`),
    readUpTo(host, `/proc/${pid}/cmdline`, commandBytesMax, 'private'),
  ])
  const [program = '', script = ''] = command.split('\0', 2).map((path) => basename(path))
  const isName = (name: string) => /^[\w.+-]+$/.test(name)
  // The kernel cuts the name at 15 bytes, and calls a thread of Node "MainThread".
  if (short === 'MainThread') return isName(program) ? program : short
  // A program can write its whole command line into its name.
  const [shown] = short?.split(' -') ?? []
  return [program, script].find((name) => short !== undefined && name.startsWith(short) && isName(name)) ?? shown
}

/** States of proc_net(5): TCP_LISTEN, and for UDP TCP_CLOSE, a socket that is not connected. */
const openStates = { tcp: '0A', udp: '07' }

/** Parses a table of /proc/net: local and remote address, state, queues, timers, retransmissions, uid, timeout, inode. */
export function parseSockets(text: string, protocol: Listener['protocol'], order: ByteOrder): Socket[] {
  const row = new RegExp(
    `^ *\\d+: ([0-9A-F]{8}|[0-9A-F]{32}):([0-9A-F]{4}) 0+:0000 ${openStates[protocol]} \\S+ \\S+ \\S+ +(\\d+) +\\d+ (\\d+) `,
    'gm',
  )
  return [...text.matchAll(row)].flatMap(([, hex = '', port = '', uid, inode]) => {
    const address = normaliseIp(addressOf(hex, order))
    if (address === undefined || port === '0000') return []
    return { protocol, address, port: Number.parseInt(port, 16), uid: Number(uid), inode: Number(inode) }
  })
}

/** Converts an address; IPv6 is four words in the byte order of the machine. */
function addressOf(hex: string, order: ByteOrder): string {
  if (hex.length === 8) return hexToIpv4(hex, order)
  const bytes = order === 'big' ? hex : hex.replace(/(..)(..)(..)(..)/g, '$4$3$2$1')
  return bytes.replace(/(....)(?=.)/g, '$1:')
}
