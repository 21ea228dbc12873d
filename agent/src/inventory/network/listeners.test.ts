import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { localHost } from '../../platform/local.ts'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { listeners, parseSockets } from './listeners.ts'
import { mergeNetwork } from './merge.ts'

const heading = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n'
const row = (local: string, remote: string, state: string, uid: number, inode: number) =>
  `   0: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0000000000000000 100 0 0 10 0\n`
const any = '00000000:0000'
const any6 = `${'0'.repeat(32)}:0000`

describe('a recorded machine', () => {
  const files = {
    '/etc/passwd': 'root:x:0:0::/root:/bin/sh\nweb:x:33:33::/var/www:/bin/false\n',
    '/proc/sys/net/ipv4/ip_local_port_range': '32768\t60999\n',
    '/proc/net/tcp': `${heading}${row('00000000:0016', any, '0A', 0, 11)}${row('0100007F:0277', any, '0A', 0, 12)}${row('0200000A:0016', '0300000A:D431', '01', 0, 13)}`,
    '/proc/net/tcp6': `${heading}${row(`${'0'.repeat(32)}:0050`, any6, '0A', 33, 14)}${row('B80D0120000000000000000001000000:01BB', any6, '0A', 99, 15)}${row(`${'0'.repeat(32)}:0050`, any6, '0A', 33, 16)}`,
    '/proc/net/udp': `${heading}${row('00000000:0044', any, '07', 0, 17)}${row('00000000:9C40', any, '07', 0, 18)}${row('0200000A:0045', '0300000A:0035', '01', 0, 19)}`,
    '/proc/90/comm': 'sshd\n',
    '/proc/90/cmdline': 'sshd: /usr/sbin/sshd -D\0',
    '/proc/91/comm': 'a-long-name-tha\n',
    '/proc/91/cmdline': '/usr/bin/python3\0/usr/bin/a-long-name-that-is-cut\0--password\0secret\0',
    '/proc/92/comm': 'MainThread\n',
    '/proc/92/cmdline': '/opt/node/bin/node\0server.js\0',
    '/proc/93/comm': 'evil\u001b[31m\n',
    '/proc/93/cmdline': `${'x'.repeat(10)}\0`,
  }
  const sockets = { 11: 90, 12: 93, 14: 91, 15: 92 }

  it('lists sockets that accept from others, with program and user', async () => {
    const host = recordedHost({ files, sockets })
    expect(await listeners.isAvailable(host)).toBe(true)
    const { listeners: found = [] } = mergeNetwork([await listeners.collect(host)])
    expect(
      found.map(({ protocol, address, port, program = '-', user }) =>
        [protocol, address, port, program, user].join(' '),
      ),
    ).toEqual([
      'tcp 0.0.0.0 22 sshd root',
      'udp 0.0.0.0 68 - root',
      'tcp :: 80 a-long-name-that-is-cut web',
      'tcp 2001:db8::1 443 node 99',
      'tcp 127.0.0.1 631 evil\u001b[31m root',
    ])
  })

  it('of the order big has the addresses as they are', async () => {
    const big = {
      '/proc/self/auxv': Buffer.from('00000021', 'hex'),
      '/proc/net/tcp': `${heading}${row('0A000002:0016', any, '0A', 0, 11)}`,
      '/proc/net/tcp6': `${heading}${row('20010DB8000000000000000000000001:01BB', any6, '0A', 99, 15)}`,
    }
    const { listeners: found = [] } = await listeners.collect(recordedHost({ files: big }))
    expect(found.map(({ address, port }) => [address, port])).toEqual([
      ['10.0.0.2', 22],
      ['2001:db8::1', 443],
    ])
  })

  it('names the programs as missing if not all open files were searched', async () => {
    const cuts: unknown[][] = []
    const host = recordedHost({ files })
    const socketOwners = async (_inodes: unknown, onCut: (what: string) => void) => {
      onCut('stopped after 100000 open files')
      return new Map<number, number>()
    }
    await listeners.collect({ ...host, socketOwners }, (...cut) => cuts.push(cut))
    expect(cuts).toEqual([['stopped after 100000 open files', ['listeners.program']]])
  })

  it('ignores damaged rows', () => {
    const damaged = [
      '',
      heading,
      row('00000000:0000', any, '0A', 0, 1),
      '   0: 0000:16 0:0 0A',
      row('0000:0016', any, '0A', 0, 1),
    ]
    for (const text of damaged) expect(parseSockets(text, 'tcp', 'little')).toEqual([])
  })
})

it('has the sockets of this process, on all addresses of both families', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  const server6 = createServer().listen({ port: 0, host: '::', ipv6Only: true })
  const [low = 0] = [61_000 + (process.pid % 4000)]
  const udp = createSocket('udp4').bind(low, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(server6, 'listening'), once(udp, 'listening')])
  const portOf = (each: typeof server) => (each.address() as { port: number }).port
  const { listeners: found = [] } = await listeners.collect(localHost())
  const program = found.find(({ port }) => port === portOf(server))?.program
  expect(program).toMatch(/node/)
  const user = process.getuid?.() === 0 ? 'root' : expect.any(String)
  expect(found).toEqual(
    expect.arrayContaining([
      { protocol: 'tcp', address: '127.0.0.1', port: portOf(server), program, user },
      { protocol: 'tcp', address: '::', port: portOf(server6), program, user },
      { protocol: 'udp', address: '127.0.0.1', port: low, program, user },
    ]),
  )
  server.close()
  server6.close()
  udp.close()
})
