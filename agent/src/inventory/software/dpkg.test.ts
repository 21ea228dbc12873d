import { describe, expect, it } from 'vitest'
import type { Host } from '../../platform/host.ts'
import { recordedHost } from '../../platform/testing/recorded-host.ts'
import { collectAll } from '../source.ts'
import { dpkg, parseDpkg } from './dpkg.ts'

const entry = (name: string, state: string, more = '') =>
  `Package: ${name}\nStatus: ${state}\nMaintainer: A <a@example.org>\nInstalled-Size: 7\nVersion: 1:2-3\n${more}`
const status = [
  entry('bash', 'install ok installed', 'Architecture: amd64\nDescription: shell\n Version: 9\n .\n Package: not\n'),
  entry('libc6', 'install ok installed', 'Architecture: amd64\n'),
  entry('libc6', 'install ok installed', 'Architecture: i386\n'),
  entry('held', 'hold ok installed', 'Architecture: all\n'),
  entry('removed', 'deinstall ok config-files'),
  entry('half', 'install ok half-configured'),
  entry('broken', 'install reinstreq half-installed'),
  entry('waiting', 'install ok triggers-pending'),
  entry('known', 'unknown ok not-installed'),
].join('\n')

describe('dpkg', () => {
  it('lists packages on the disk, also in the middle of an upgrade, with the date of their file list', async () => {
    const host = recordedHost({
      files: { '/var/lib/dpkg/status': status },
      modified: {
        '/var/lib/dpkg/info/bash.list': 1_747_699_200,
        '/var/lib/dpkg/info/libc6:i386.list': 1_750_775_266,
        '/var/lib/dpkg/info/held.md5sums': 1,
      },
    })
    expect(await dpkg.isAvailable(host)).toBe(true)
    const found = await dpkg.collect(host)
    expect(found.map(({ name, architecture, installDate }) => [name, architecture, installDate])).toEqual([
      ['bash', 'amd64', '2025-05-20T00:00:00.000Z'],
      ['libc6', 'amd64', undefined],
      ['libc6', 'i386', '2025-06-24T14:27:46.000Z'],
      ['held', 'all', undefined],
      ['half', '', undefined],
      ['broken', '', undefined],
      ['waiting', '', undefined],
    ])
    expect(found[0]).toMatchObject({
      version: '1:2-3',
      publisher: 'A <a@example.org>',
      sizeBytes: 7 * 1024,
      source: 'dpkg',
    })
  })

  it('is read again only after dpkg changed its database', async () => {
    const fingerprints: string[] = []
    const collect = async (modified: Record<string, number>) => {
      const host = recordedHost({ files: { '/var/lib/dpkg/status': status }, modified })
      host.cached = (_key, fingerprint, compute) => {
        fingerprints.push(fingerprint)
        return compute()
      }
      expect(await dpkg.collect(host)).toHaveLength(7)
    }
    const modified = { '/var/lib/dpkg/info': 1, '/var/lib/dpkg/status': 1 }
    await collect(modified)
    await collect({ ...modified, '/var/lib/dpkg/lock': 2, '/var/lib/dpkg/info/bash.list': 2 })
    expect(new Set(fingerprints).size).toBe(1)
    await collect({ ...modified, '/var/lib/dpkg/status': 2 })
    await collect({ ...modified, '/var/lib/dpkg/info': 2 })
    await collect({ ...modified, '/var/lib/dpkg/updates/0000': 2 })
    expect(new Set(fingerprints).size).toBe(4)
  })

  it('reads the journal of a dpkg that did not end', async () => {
    const host = recordedHost({
      files: {
        '/var/lib/dpkg/status': status,
        '/var/lib/dpkg/updates/0000': entry('held', 'deinstall ok half-installed', 'Architecture: all\n'),
        '/var/lib/dpkg/updates/0001': entry('fresh', 'install ok installed', 'Architecture: all\n'),
        '/var/lib/dpkg/updates/tmp.i': entry('partial', 'install ok installed'),
      },
    })
    expect((await dpkg.collect(host)).map(({ name }) => name)).toEqual([
      ...['bash', 'libc6', 'libc6', 'half', 'broken', 'waiting', 'fresh'],
    ])
  })

  it('is unavailable without a status file', async () => {
    expect(await dpkg.isAvailable(recordedHost({ files: { '/var/lib/dpkg/lock': '' } }))).toBe(false)
  })

  it('reads names of any length between any number of empty lines', () => {
    const long = entry('x'.repeat(1_000_000), 'install ok installed')
    expect(parseDpkg([Buffer.from(`${long}\n\n\n\n${long}`)], new Map())).toMatchObject({
      packages: [{ version: '1:2-3' }],
      damaged: 0,
    })
  })

  it.each(['\0', 'Package\n:\n', 'Status: install ok installed\n', '\0'.repeat(4096)])(
    'names entries that are damaged, with the rest, also from the cache: %j',
    async (damaged) => {
      const files = { '/var/lib/dpkg/status': `${status}\n${damaged}\n\n${entry('last', 'install ok installed')}` }
      let stored: string | undefined
      const host: Host = {
        ...recordedHost({ files }),
        cached: async (_key, _fingerprint, compute) => {
          stored ??= await compute()
          return stored
        },
      }
      for (let run = 0; run < 2; run += 1) {
        const found = await collectAll(host, 'software', [dpkg])
        expect(found.parts[0]?.part.map(({ name }) => name)).toEqual([
          ...['bash', 'libc6', 'libc6', 'held', 'half', 'broken', 'waiting', 'last'],
        ])
        expect(found.truncated).toEqual(['software: dpkg left out 1 damaged entry'])
        expect(found.incomplete).toEqual(['software[dpkg]'])
      }
    },
  )
})
