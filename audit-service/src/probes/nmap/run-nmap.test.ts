import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { nmapAvailability } from './availability.ts'
import type { NmapHost } from './parse-host.ts'
import { runNmap } from './run-nmap.ts'
import { scanPorts } from './scan-ports.ts'

const minuteMs = 60_000
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server that sends a banner and records the received bytes. */
async function listen(host: string, port: number): Promise<{ port: number; received: () => string }> {
  let received = ''
  const server = createServer((socket) => {
    socket.on('data', (data) => {
      received += data.toString('latin1')
    })
    socket.on('error', () => socket.destroy())
    socket.write('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n')
  })
  servers.push(server)
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  const address = server.address()
  return { port: typeof address === 'object' && address ? address.port : 0, received: () => received }
}

async function nmap() {
  const availability = await nmapAvailability()
  if (!availability.available) throw new Error(availability.detail)
  return { program: availability.program, raw: availability.raw, hostTimeoutMs: minuteMs }
}

async function scan(addresses: string[], options: Parameters<typeof scanPorts>[1]): Promise<NmapHost[]> {
  const hosts: NmapHost[] = []
  await scanPorts(addresses, options, (host) => hosts.push(host))
  return hosts
}

describe('scanPorts', () => {
  it('finds open and closed ports, in both families', { timeout: minuteMs }, async () => {
    const open = await listen('127.6.0.1', 0)
    const hosts = await scan(['127.6.0.1', '127.6.0.2', '::1'], { ...(await nmap()), tcpPorts: [open.port] })
    const states = hosts.map(({ address, ports }) => [address, ports.map(({ port, state }) => [port, state])])
    expect(states.sort()).toEqual([
      ['127.6.0.1', [[open.port, 'open']]],
      ['127.6.0.2', [[open.port, 'closed']]],
      ['::1', [[open.port, 'closed']]],
    ])
  })

  it('detects versions, but sends nothing to print ports', { timeout: 2 * minuteMs }, async () => {
    const service = await listen('127.6.0.3', 0)
    const printer = await listen('127.6.0.3', 9100)
    const options = { ...(await nmap()), tcpPorts: [service.port, 9100] }
    const [asked] = await scan(['127.6.0.3'], { ...options, versionDetection: true })
    expect(asked?.ports).toEqual([expect.objectContaining({ port: service.port, product: 'OpenSSH' })])
    const [plain] = await scan(['127.6.0.3'], options)
    expect(plain?.ports).toContainEqual(expect.objectContaining({ port: 9100, state: 'open' }))
    expect(printer.received()).toBe('')
  })

  it('does nothing if only print ports are requested', async () => {
    const options = { ...(await nmap()), tcpPorts: [9100, 9107], versionDetection: true }
    expect(await scan(['127.6.0.3'], options)).toEqual([])
  })
})

describe('runNmap', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-nmap-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const run = async (script: string, signal?: AbortSignal, onHost: (host: NmapHost) => void = () => undefined) => {
    const program = join(folder, 'nmap')
    await writeFile(program, `#!/bin/sh\n${script}\n`)
    await chmod(program, 0o755)
    return runNmap({ program, args: [], addresses: ['192.0.2.1'], timeoutMs: minuteMs, signal }, onHost)
  }
  const host = '<host><status state="up" reason="x"/><address addr="192.0.2.1" addrtype="ipv4"/></host>'

  it('ignores standard error', async () => {
    const hosts: NmapHost[] = []
    await run(`echo 'Warning: Giving up' >&2; echo '${host}'`, undefined, (found) => hosts.push(found))
    expect(hosts.map(({ address }) => address)).toEqual(['192.0.2.1'])
  })

  it('fails with the last error of nmap', async () => {
    await expect(run("echo 'Starting' >&2; echo 'QUITTING!' >&2; exit 1")).rejects.toThrow(
      'nmap failed (exit 1): QUITTING!',
    )
  })

  it('counts unreadable hosts', async () => {
    expect(await run("echo '<host><address/></host>'")).toEqual({ unreadable: 1 })
  })

  it('reports a host before the end, and ends when cancelled', async () => {
    const cancel = new AbortController()
    const running = run(`echo '${host}'; exec sleep 60`, cancel.signal, () =>
      cancel.abort(new Error('cancelled by test')),
    )
    await expect(running).rejects.toThrow('cancelled by test')
  })

  it('does not run without an address', async () => {
    expect(await runNmap({ program: '/nowhere', args: [], addresses: [], timeoutMs: 1 }, () => undefined)).toEqual({
      unreadable: 0,
    })
  })
})
