import { describe, expect, it } from 'vitest'
import { diffSoftware } from './diff-software.ts'

const one = (name: string, version: string, architecture?: string, source?: string) => ({
  name,
  version,
  architecture,
  source,
})
type List = ReturnType<typeof one>[]

/** `Modified vim: 1 -> 2`, sorted by nothing but the diff. */
const changes = (before: List, after: List) =>
  diffSoftware(before, after).map(({ verb, name, from, to }) => `${verb} ${name}: ${from} -> ${to}`)

describe('software', () => {
  it('reports an upgrade as one change, and added or removed software separately', () => {
    const before = [one('bash', '5.1', 'amd64'), one('vim', '9.0'), one('gone', '1')]
    const after = [one('new', ''), one('vim', '9.0'), one('bash', '5.2', 'amd64')]
    expect(changes(before, after)).toEqual([
      'Modified bash: 5.1 -> 5.2',
      'Deleted gone: 1 -> null',
      'Added new: null -> ',
    ])
  })

  it('reports several versions side by side one by one', () => {
    expect(changes([one('linux', '6.1-9')], [one('linux', '6.1-9'), one('linux', '6.1-10')])).toEqual([
      'Added linux: null -> 6.1-10',
    ])
    expect(changes([one('linux', '6.1-9'), one('linux', '6.1-10')], [one('linux', '6.1-11')])).toEqual([
      'Modified linux: 6.1-10 -> 6.1-11',
      'Deleted linux: 6.1-9 -> null',
    ])
  })

  it('treats another architecture as another product', () => {
    const amd64 = one('libc6', '2.36', 'amd64')
    expect(changes([amd64], [amd64, one('libc6', '2.37', 'i386')])).toEqual(['Added libc6: null -> 2.37'])
    expect(changes([amd64, one('libc6', '2.36', 'i386')], [one('libc6', '2.38', 'i386'), amd64])).toEqual([
      'Modified libc6: 2.36 -> 2.38',
    ])
    expect(changes([one('x', '1', 'a'), one('x', '1', 'a')], [one('x', '1', 'a')])).toEqual([])
    expect(changes([one('x', '1', 'i386')], [one('x', '1', 'amd64')])).toEqual([
      'Deleted x: 1 -> null',
      'Added x: null -> 1',
    ])
  })

  it('ignores another spelling or the absence of the architecture', () => {
    expect(changes([one('bash', '5.1', 'amd64')], [one('bash', '5.1', 'x86_64')])).toEqual([])
    expect(changes([one('bash', '5.1', 'amd64')], [one('bash', '5.2', 'x86_64')])).toEqual([
      'Modified bash: 5.1 -> 5.2',
    ])
    expect(changes([one('bash', '5.1')], [one('bash', '5.1', 'x86_64')])).toEqual([])
    expect(changes([one('bash', '5.1', 'amd64')], [one('bash', '5.2')])).toEqual(['Modified bash: 5.1 -> 5.2'])
    expect(changes([one('bash', '5.1')], [one('bash', '5.2', 'amd64')])).toEqual(['Modified bash: 5.1 -> 5.2'])
    expect(changes([one('libc6:i386', '2')], [one('libc6', '3', 'i386')])).toEqual(['Modified libc6: 2 -> 3'])
  })

  it('reports upgrades of software with its version in the name', () => {
    const firefox = (version: string) => one(`Mozilla Firefox ${version} (x64 en-US)`, version)
    expect(changes([firefox('118.0')], [firefox('119.0')])).toEqual(['Modified Mozilla Firefox: 118.0 -> 119.0'])
    expect(changes([one('FileZilla 3.65.0', '')], [one('FileZilla 3.66.1', '')])).toEqual([
      'Modified FileZilla: 3.65.0 -> 3.66.1',
    ])
    const kernel = (abi: string, version: string) => one(`linux-image-${abi}-amd64`, version, 'amd64', 'dpkg')
    expect(changes([kernel('6.1.0-9', '6.1.27-1')], [kernel('6.1.0-13', '6.1.55-1')])).toEqual([
      'Modified linux-image: 6.1.27-1 -> 6.1.55-1',
    ])
    const [change] = diffSoftware([firefox('118.0')], [firefox('119.0')])
    expect([change?.item.name, change?.replaced?.name]).toEqual([
      'Mozilla Firefox 119.0 (x64 en-US)',
      'Mozilla Firefox 118.0 (x64 en-US)',
    ])
  })

  it('prefers an upgrade by equal name to one by group', () => {
    const before = [one('linux-image-generic', '5.15.0.86'), one('linux-image-5.15.0-86-generic', '5.15.0-86.96')]
    const after = [one('linux-image-generic', '5.15.0.88'), one('linux-image-5.15.0-88-generic', '5.15.0-88.98')]
    expect(changes(before, after)).toEqual([
      'Modified linux-image-generic: 5.15.0.86 -> 5.15.0.88',
      'Modified linux-image-generic: 5.15.0-86.96 -> 5.15.0-88.98',
    ])
  })

  it('pairs the newest versions by the order of their source', () => {
    const before = [one('x', '1.0', '', 'dpkg'), one('x', '1:0.9', '', 'dpkg')]
    expect(changes(before, [one('x', '1:1.0', '', 'dpkg')])).toEqual([
      'Modified x: 1:0.9 -> 1:1.0',
      'Deleted x: 1.0 -> null',
    ])
    expect(changes([], [one('x', '1.0', '', 'rpm'), one('x', '1.0~rc1', '', 'rpm')])).toEqual([
      'Added x: null -> 1.0',
      'Added x: null -> 1.0~rc1',
    ])
  })

  it('ignores spelling but not another language', () => {
    expect(changes([one('VLC Media Player', '3')], [one('VLC media player', '3')])).toEqual([])
    expect(changes([one('Foo 1.0 (en-US)', '1.0')], [one('Foo 1.0 (de-DE)', '1.0')])).toEqual([
      'Deleted Foo 1.0 (en-US): 1.0 -> null',
      'Added Foo 1.0 (de-DE): null -> 1.0',
    ])
  })

  it('does not depend on the order of the lists', () => {
    const before = ['1', '3', '2', '9'].map((version) => one('x', version, version < '3' ? 'amd64' : ''))
    const after = ['5', '4', '7'].map((version) => one('x', version, version < '5' ? 'x64' : 'i386'))
    const wanted = changes(before, after)
    expect(wanted).toHaveLength(4)
    expect(changes(before.toReversed(), after.toReversed())).toEqual(wanted)
  })

  it('finds software at any position in the lists', () => {
    const list = (...names: string[]) => names.map((name) => one(name, '1'))
    expect(changes(list('a', 'a', 'b'), list('a', 'b'))).toEqual([])
    expect(changes(list('a', 'b'), list('a', 'b', 'b'))).toEqual([])
    expect(changes(list('a', 'b', 'c', 'd'), list('d', 'c', 'b', 'a'))).toEqual([])
    expect(changes(list('a', 'b', 'a'), list('b'))).toEqual(['Deleted a: 1 -> null'])
    expect(changes(list('a', 'c', 'd'), list('a', 'b', 'd'))).toEqual(['Added b: null -> 1', 'Deleted c: 1 -> null'])
    const many = list(...Array.from({ length: 50 }, (_, n) => `${n}`))
    const doubled = [...many, ...many]
    expect(changes(doubled, many)).toEqual([])
    expect(changes(doubled.toReversed(), many)).toEqual([])
    expect(changes(doubled, many.slice(20))).toHaveLength(20)
  })

  it('compares 50,000 versions of one product quickly', () => {
    const versions = (major: number) => Array.from({ length: 50_000 }, (_, minor) => one(`x ${minor}.${major}`, ''))
    expect(diffSoftware(versions(1), versions(2))).toHaveLength(50_000)
  })
})
