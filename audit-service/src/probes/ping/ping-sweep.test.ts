import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Pacer } from '../packets/pacer.ts'
import { pingAvailability } from './availability.ts'
import { type PingAnswer, parseAnswer } from './parse-answer.ts'
import { pingSweep } from './ping-sweep.ts'

describe('parseAnswer', () => {
  // Recorded from fping 5.1 in network namespaces: a broadcast address, a dead network, a multicast address.
  it.each([
    ['10.77.0.10 (0.009 ms)', { address: '10.77.0.10', rttMs: 0.009 }],
    ['10.78.0.10 (352 ms)', { address: '10.78.0.10', rttMs: 352 }],
    ['2001:db8::10 (1.20 ms)', { address: '2001:db8::10', rttMs: 1.2 }],
    [' [<- 10.77.0.10]10.77.0.255 (0.046 ms)', undefined],
    [' [<- 10.76.0.1]224.0.0.1 (0.010 ms)', undefined],
    ['ICMP Network Unreachable from 10.76.0.1 for ICMP Echo sent to 10.99.0.1', undefined],
    ['10.76.0.255: error while sending ping: Permission denied', undefined],
    ['10.77.0.0 is unreachable', undefined],
    ['', undefined],
  ])('%j', (line, expected) => {
    expect(parseAnswer(line)).toEqual(expected)
  })
})

describe('pingSweep', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rollcall-ping-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  const fping = async () => {
    const availability = await pingAvailability()
    if (!availability.available) throw new Error(availability.detail)
    return availability.program
  }
  const program = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, `#!/bin/sh\n${text}\n`)
    await chmod(path, 0o755)
    return path
  }
  const sweep = async (path: string, addresses: string[], packetsPerSecond = 2000) => {
    const answers: PingAnswer[] = []
    const { signal } = new AbortController()
    const options = { program: path, pacer: new Pacer(packetsPerSecond), timeoutMs: 300, retries: 1, signal }
    await pingSweep(addresses, options, (answer) => answers.push(answer))
    return answers
  }

  it('finds each live address once, with its round trip, in both families', async () => {
    const local = Array.from({ length: 40 }, (_, index) => `127.3.0.${index + 1}`)
    const answers = await sweep(await fping(), [...local, '::1', '255.255.255.255', '240.0.0.1'])
    expect(answers.map((answer) => answer.address).sort()).toEqual([...local, '::1'].sort())
    expect(answers.every((answer) => answer.rttMs > 0)).toBe(true)
  })

  it('retries only silent addresses', async () => {
    const log = join(folder, 'asked')
    const path = await program('fping-half', `tee -a ${log} | grep '\\.1$' | sed 's/$/ (1.0 ms)/'; exit 1`)
    expect(await sweep(path, ['192.0.2.1', '192.0.2.2'], 2)).toEqual([{ address: '192.0.2.1', rttMs: 1 }])
    expect(await readFile(log, 'utf8')).toBe('192.0.2.1\n192.0.2.2\n192.0.2.2\n')
  })

  it('passes on the error of fping', async () => {
    const path = await program('fping-broken', 'echo "cannot create raw socket" >&2; exit 4')
    await expect(sweep(path, ['192.0.2.1'])).rejects.toThrow('fping failed (exit 4): cannot create raw socket')
  })

  it('ends when it is cancelled', async () => {
    const cancel = new AbortController()
    const path = await program('fping-slow', 'echo "192.0.2.1 (1.0 ms)"; exec sleep 60')
    const answers: PingAnswer[] = []
    const options = { program: path, pacer: new Pacer(10), timeoutMs: 300, retries: 3, signal: cancel.signal }
    const running = pingSweep(['192.0.2.1', '192.0.2.2'], options, (answer) => {
      answers.push(answer)
      cancel.abort(new Error('cancelled by test'))
    })
    await expect(running).rejects.toThrow()
    expect(answers).toHaveLength(1)
  })

  it('ignores an answer from an address that was not queried', async () => {
    const path = await program('fping-liar', 'echo "192.0.2.9 (1.0 ms)"')
    expect(await sweep(path, ['192.0.2.1'])).toEqual([])
  })
})
