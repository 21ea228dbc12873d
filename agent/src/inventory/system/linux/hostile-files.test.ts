import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import { parsePlist } from '../../plist/plist.ts'
import { decodeXml } from '../../text.ts'
import { accounts } from './accounts.ts'
import { parseConfig } from './docker.ts'
import { grepFiles } from './grep-files.ts'
import { parseDomain } from './libvirt.ts'
import { dnf } from './updates/dnf.ts'
import { isOlder } from './updates/restart.ts'
import { parseUtmp } from './utmp.ts'

describe('files that others write', () => {
  it('give a container its own name, not that of a label', () => {
    const label = '"Name":"ubi9-container"'
    expect(parseConfig('a', [label, '"Name":"/web"'])).toMatchObject({ name: 'web' })
    expect(parseConfig('a', ['"Name":"/of-a-label"', '"Name":"/web"', label])).toMatchObject({ name: 'web' })
  })

  it('reach no property that every object has', () => {
    expect(decodeXml('&valueOf;&constructor;&amp;&#65;')).toBe('&valueOf;&constructor;&A')
    const guest = parseDomain(['<name>a<', "<memory unit='constructor'>4<"])
    expect(guest).toMatchObject({ name: 'a', memoryBytes: undefined })
  })

  it('are not read in part without a report', async () => {
    const run = (output: object) => recordedHost({ programs: { grep: output } })
    await expect(grepFiles(run({ ended: 'output-limit' }), 'x', ['/a'])).rejects.toThrow('grep printed more than')
    const cuts: string[] = []
    const output = {
      code: 2,
      stdout: '/a:x\n',
      stderr: 'grep: /b: Permission denied\ngrep: /c: No such file or directory',
    }
    const found = await grepFiles(run(output), 'x', ['/a', '/b', '/c'], (what) => cuts.push(what))
    expect(found.get('/a')).toEqual(['x'])
    expect(cuts).toEqual(['cannot read 1 file: grep: /b: Permission denied'])
  })

  it('have all sign-ins of arm64, also in a file whose size fits x86-64', () => {
    const records = Array.from({ length: 24 }, (_, index) => {
      const record = Buffer.alloc(400)
      record.writeInt32LE(7, 0)
      record.write(`user${index}`, 44)
      record.writeUInt32LE(1_700_000_000 + index, 344)
      return record
    })
    expect(parseUtmp(Buffer.concat(records))?.map(({ user }) => user)).toHaveLength(24)
  })

  it('have the last sign-in of a uid of a domain, and a large wtmp is reported', async () => {
    const uid = 60_000
    const lastlog = Buffer.alloc(292 * (uid + 1))
    lastlog.writeUInt32LE(1_700_000_000, 292 * uid)
    const host = recordedHost({
      files: {
        '/etc/passwd': `ada:x:${uid}:${uid}::/home/ada:/bin/sh\n`,
        '/etc/group': '',
        '/var/log/lastlog': lastlog,
        '/var/log/wtmp': Buffer.alloc(16 * 1024 * 1024 + 384),
      },
    })
    const cuts: unknown[] = []
    const { accounts: found } = await accounts.collect(host, (...cut) => cuts.push(cut))
    expect(found?.[0]?.lastSignInAt).toBe('2023-11-14T22:13:20.000Z')
    expect(cuts).toEqual([[expect.stringContaining('has no earlier sign-ins'), ['accounts.lastSignInAt']]])
  })

  it('with lines of separators take no square of their length', () => {
    const long = 'a-'.repeat(2_000_000)
    expect(dnf.parse(`${long}\n--- security ---\n${long}`)).toEqual([])
    expect(isOlder(`6.1${'-a'.repeat(32_000)}!`, ['6.1.0-13-amd64'], [])).toBe(undefined)
  })

  it('of a property list with a negative length are refused', () => {
    const object = Buffer.from('5f13ffffffffffffffff', 'hex')
    const trailer = Buffer.alloc(32)
    trailer.set([1, 1], 6)
    trailer.writeBigUInt64BE(1n, 8)
    trailer.writeBigUInt64BE(BigInt(8 + object.length), 24)
    const bytes = Buffer.concat([Buffer.from('bplist00'), object, Buffer.from([8]), trailer])
    expect(() => parsePlist(bytes)).toThrow('a length of -1')
  })
})
