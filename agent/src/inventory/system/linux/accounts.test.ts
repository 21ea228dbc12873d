import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { recordedHost } from '../../../platform/testing/recorded-host.ts'
import { accounts, parseLocks } from './accounts.ts'
import { parseUtmp } from './utmp.ts'

const record = (type: number, name: string, seconds: number, bytes = 384) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeInt32LE(type)
  buffer.write(name, 44)
  buffer.writeUInt32LE(seconds, bytes === 384 ? 340 : 344)
  return buffer
}
const lastlog = Buffer.alloc(292 * 1001)
lastlog.writeUInt32LE(1_700_000_000, 292 * 1000)

const files = {
  '/etc/passwd': [
    'root:x:0:0:root:/root:/bin/bash',
    'daemon:x:1:1:daemon:/usr/sbin:/usr/sbin/nologin',
    'sync:x:4:65534:sync:/bin:/bin/sync',
    'postgres:x:101:104:PostgreSQL administrator,,,:/var/lib/postgresql:/bin/bash',
    'alice:x:1000:1000:Alice Example,Room 1,:/home/alice:/bin/zsh',
    'bob:x:1001:27::/home/bob:',
    'broken line',
    'odd:x:-1:x::/:/bin/sh',
    '',
  ].join('\n'),
  '/etc/group': 'root:x:0:\nsudo:x:27:alice\nwheel:x:10:\nusers:x:100:postgres\n',
  '/home/alice/.ssh/authorized_keys': '',
  '/run/systemd/sessions/2': 'UID=1000\nUSER=alice\nACTIVE=1\nSTATE=active\nCLASS=user\n',
  '/run/systemd/sessions/c1': 'UID=120\nUSER=postgres\nCLASS=greeter\n',
  '/run/systemd/sessions/3.ref': 'USER=never\nCLASS=user\n',
  '/run/utmp': Buffer.concat([record(7, 'bob', 1_700_000_100), record(8, 'root', 1_700_000_200)]),
  '/var/log/wtmp': Buffer.concat([record(7, 'bob', 1_700_000_100), record(7, 'alice', 1_600_000_000)]),
  '/var/log/lastlog': lastlog,
}
const owners = { '/home/alice/.ssh': 1000 }
const locks = 'root:0:\npostgres:0:\nalice:0:\nbob:1:100\n'

describe('accounts', () => {
  it('lists accounts with a login shell, their rights and their sign-ins', async () => {
    const host = recordedHost({ files, owners, programs: { awk: locks } })
    expect(await accounts.isAvailable(host)).toBe(true)
    expect((await accounts.collect(host)).accounts).toEqual([
      {
        name: 'root',
        fullName: 'root',
        id: '0',
        home: '/root',
        shell: '/bin/bash',
        isAdministrator: true,
        isDisabled: true,
        isSignedIn: false,
      },
      {
        name: 'postgres',
        fullName: 'PostgreSQL administrator',
        id: '101',
        home: '/var/lib/postgresql',
        shell: '/bin/bash',
        isAdministrator: false,
        isDisabled: true,
        isSignedIn: false,
      },
      {
        name: 'alice',
        fullName: 'Alice Example',
        id: '1000',
        home: '/home/alice',
        shell: '/bin/zsh',
        isAdministrator: true,
        // Without a password, but with an SSH key.
        isDisabled: false,
        isSignedIn: true,
        lastSignInAt: '2023-11-14T22:13:20.000Z',
      },
      {
        name: 'bob',
        id: '1001',
        home: '/home/bob',
        isAdministrator: true,
        // Expired in 1970.
        isDisabled: true,
        isSignedIn: true,
        lastSignInAt: '2023-11-14T22:15:00.000Z',
      },
    ])
  })

  it.each([
    ['of a service with a key', { '/var/lib/git/.ssh/authorized_keys': '' }, { '/var/lib/git/.ssh': 101 }, '', false],
    ['of a service without a key', { '/var/lib/git/x': '' }, { '/var/lib/git': 101 }, '', true],
    ['without its home', {}, {}, '', true],
    ['whose keys belong to root', { '/var/lib/git/.ssh/authorized_keys': '' }, { '/var/lib/git': 101 }, '', false],
    ['of somebody else', { '/var/lib/git/x': '' }, { '/var/lib/git': 102 }, '', undefined],
    ['on a network', {}, {}, '36 25 0:52 / /var/lib/git rw - nfs4 srv:/git rw\n', undefined],
    [
      'with keys of a command of sshd',
      { '/etc/ssh/sshd_config': 'AuthorizedKeysCommand /usr/bin/sss_ssh_authorizedkeys\n' },
      {},
      '',
      undefined,
    ],
    ['by the usual settings', { '/etc/ssh/sshd_config': 'AuthorizedKeysFile .ssh/authorized_keys\n' }, {}, '', true],
  ])('are disabled only where no key can open them: a home %s', async (_case, more, owned, mounts, isDisabled) => {
    const machine = {
      '/etc/passwd': 'git:x:101:104::/var/lib/git:/bin/bash\n',
      '/etc/group': '',
      '/proc/self/mountinfo': mounts,
      ...more,
    }
    const host = recordedHost({ files: machine, owners: owned, programs: { awk: 'git:0:\n' } })
    expect((await accounts.collect(host)).accounts).toMatchObject([{ name: 'git', isDisabled }])
  })

  it('have the last sign-ins of lastlog2 and wtmpdb', async () => {
    // Tables as Debian 13 makes them.
    const database = (sql: string) => {
      const path = join(tmpdir(), `sign-ins-${randomUUID()}`)
      const db = new DatabaseSync(path)
      db.exec(sql)
      db.close()
      const bytes = readFileSync(path)
      rmSync(path)
      return bytes
    }
    const modern = {
      '/etc/passwd': files['/etc/passwd'],
      '/var/lib/lastlog/lastlog2.db': database(
        `CREATE TABLE Lastlog2(Name TEXT PRIMARY KEY, Time INTEGER, TTY TEXT, RemoteHost TEXT, Service TEXT);
        INSERT INTO Lastlog2 VALUES ('alice', 1700000000, 'pts/1', '', NULL)`,
      ),
      '/var/lib/wtmpdb/wtmp.db': database(
        `CREATE TABLE wtmp(ID INTEGER PRIMARY KEY, Type INTEGER, User TEXT NOT NULL, Login INTEGER, Logout INTEGER, TTY TEXT, RemoteHost TEXT, Service TEXT) STRICT;
        INSERT INTO wtmp VALUES (1, 1, 'bob', 1795874735317765, NULL, '~', '6.18.44', NULL), (2, 3, 'bob', 1700000100000000, NULL, 'pts/0', '', NULL)`,
      ),
    }
    const { accounts: found = [] } = await accounts.collect(recordedHost({ files: modern, programs: { awk: locks } }))
    expect(found.flatMap(({ name, lastSignInAt }) => (lastSignInAt ? [`${name} ${lastSignInAt}`] : []))).toEqual([
      'alice 2023-11-14T22:13:20.000Z',
      'bob 2023-11-14T22:15:00.000Z',
    ])
    const cuts: string[] = []
    const damaged = { ...modern, '/var/lib/wtmpdb/wtmp.db': 'no database' }
    await accounts.collect(recordedHost({ files: damaged, programs: { awk: locks } }), (what) => cuts.push(what))
    expect(cuts).toEqual(['cannot read /var/lib/wtmpdb/wtmp.db: it is no SQLite database'])
  })

  it('name a record of sign-ins that cannot be read, instead of having none', async () => {
    const cuts: unknown[][] = []
    const odd = {
      '/etc/passwd': files['/etc/passwd'],
      '/run/utmp': Buffer.alloc(500, 7),
      '/var/log/wtmp': Buffer.alloc(500, 7),
    }
    await accounts.collect(recordedHost({ files: odd, programs: { awk: locks } }), (...cut) => cuts.push(cut))
    expect(cuts.toSorted()).toEqual([
      ['cannot read /run/utmp: its layout is unknown', ['accounts.isSignedIn']],
      ['cannot read /var/log/wtmp: its layout is unknown', ['accounts.lastSignInAt']],
    ])
  })

  it('does not claim to know which accounts are disabled if shadow is not readable', async () => {
    const programs = { awk: { code: 2, stderr: 'awk: cannot open /etc/shadow (Permission denied)' } }
    const { accounts: found = [] } = await accounts.collect(recordedHost({ files, owners, programs }))
    expect(found.map(({ isDisabled }) => isDisabled)).toEqual(Array(4).fill(undefined))
  })

  it('stores the locks until /etc/shadow changes, and no refusal to read them', async () => {
    const stored: string[] = []
    const collect = async (awk: string | { code: number }, seconds: number) => {
      const host = recordedHost({ files, owners, programs: { awk }, modified: { '/etc/shadow': seconds } })
      host.cached = async (key, fingerprint, compute) => {
        const text = await compute()
        stored.push(`${key} ${fingerprint}`)
        return text
      }
      await accounts.collect(host)
    }
    await collect({ code: 2 }, 1)
    expect(stored).toEqual([])
    await collect(locks, 1)
    await collect(locks, 1)
    await collect(locks, 2)
    expect(stored).toHaveLength(3)
    expect(new Set(stored).size).toBe(2)
  })

  it('reads whether there is a password, and never a hash', async () => {
    const { run } = recordedHost({})
    const calls: string[] = []
    const host = {
      ...recordedHost({ files, programs: { awk: '' } }),
      run: async (...[program, args, options]: Parameters<typeof run>) => {
        calls.push([program, ...args].join(' '))
        return recordedHost({ programs: { awk: locks } }).run(program, args, options)
      },
      readFile: async (path: string) => {
        expect(path).not.toContain('shadow')
        return files[path as keyof typeof files]?.toString()
      },
    }
    await accounts.collect(host)
    expect(calls).toEqual([expect.stringContaining('substr($2, 1, 1)')])
    expect(parseLocks('a:1:\nb:$6$hash:\nc:0:20000\n', 19_999)).toEqual(
      new Map([
        ['a', { hasPassword: true, isExpired: false }],
        ['c', { hasPassword: false, isExpired: false }],
      ]),
    )
  })
})

it('parses utmp of both layouts, and nothing else', () => {
  const signIn = [{ user: 'eve', seconds: 5 }]
  expect(parseUtmp(record(7, 'eve', 5))).toEqual(signIn)
  expect(parseUtmp(record(7, 'eve', 5, 400))).toEqual(signIn)
  expect(parseUtmp(Buffer.concat([record(7, 'eve', 5), record(8, '', 6), Buffer.alloc(100)]))).toEqual(signIn)
  expect(parseUtmp(Buffer.alloc(1000, 7))).toBeUndefined()
  expect(parseUtmp(Buffer.alloc(0))).toEqual([])
})
