import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { observe } from '@rollcall/agent/inventory/observe.ts'
import { localHost } from '@rollcall/agent/platform/local.ts'
import { observationSchema } from '@rollcall/shared/inventory/observation.ts'
import type { SshCredential } from '@rollcall/shared/messages/credential.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../../test/harness/ports.ts'
import { type Sshd, type SshdSpec, startSshd } from '../../../../test/harness/sshd.ts'
import { waitFor } from '../../../../test/harness/wait.ts'
import { openHostKeys } from './host-keys.ts'
import { type Auditor, startAuditor } from './testing/auditor.ts'
import { isRunning } from './testing/processes.ts'

let auditor: Auditor
beforeEach(async () => {
  auditor = await startAuditor()
})
afterEach(() => auditor[Symbol.asyncDispose]())

const probe: Auditor['probe'] = (...asked) => auditor.probe(...asked)

const withKey = ({ username, privateKey }: Pick<Sshd, 'username' | 'privateKey'>): SshCredential => ({
  kind: 'ssh-key',
  username,
  privateKey,
})
const withPassword = ({ username, password }: Sshd): SshCredential => ({ kind: 'ssh-password', username, password })
const wrong = (index = 0): SshCredential => ({ kind: 'ssh-password', username: 'auditor', password: `wrong ${index}` })

/** Replaces programs of the host. */
async function withPrograms(programs: Record<string, string>): Promise<SshdSpec> {
  const folder = join(auditor.stateDir, 'bin')
  await mkdir(folder)
  await chmod(auditor.stateDir, 0o755)
  for (const [name, text] of Object.entries(programs)) {
    await writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }
  return { config: [`SetEnv PATH=${folder}:/usr/bin:/bin`] }
}

/** Removes the values that change between two observations. */
const lasting = (text: string) =>
  JSON.parse(text, (key, value) =>
    // Other tests open and close ports at the same time, and the sshd has accounts of its own and no package lists.
    ['freeBytes', 'listeners', 'accounts', 'pendingUpdates'].includes(key) ? undefined : value,
  )

const observeHere = () => observe(localHost(), { now: () => new Date(), newId: () => '' })

describe('a machine with sshd', () => {
  it('returns the same observation as an agent on the machine', async () => {
    await using sshd = await startSshd()
    // As root, like the agent.
    const { outcome, detail, observation, transcript } = await probe(sshd, [withKey({ ...sshd, username: 'root' })])
    expect({ outcome, detail }).toEqual({ outcome: 'ok', detail: 'root: Linux' })
    const here = await observeHere()
    for (const section of ['type', 'name', 'hardware', 'software', 'network', 'evidence', 'truncated'] as const) {
      expect(lasting(JSON.stringify(observation?.[section] ?? null))).toEqual(
        lasting(JSON.stringify(here[section] ?? null)),
      )
    }
    expect(observation?.network?.listeners).toContainEqual(
      expect.objectContaining({ protocol: 'tcp', port: sshd.port, program: 'sshd', user: 'root' }),
    )
    const hostKeys = [...(here.identity.sshHostKeys ?? []), ...sshd.fingerprints].sort()
    expect(JSON.parse(JSON.stringify(observation?.identity))).toEqual(
      JSON.parse(JSON.stringify({ ...here.identity, sshHostKeys: hostKeys })),
    )
    observationSchema.parse({ ...observation, id: '01990000-0000-7000-8000-000000000001' })
    expect(transcript?.bytes().toString()).toContain('/var/lib/dpkg/status')
  })

  it('logs in by password, and by a key with a passphrase', async () => {
    await using sshd = await startSshd()
    expect(await probe(sshd, [withPassword(sshd)])).toMatchObject({ outcome: 'ok' })
    const file = join(auditor.stateDir, 'key')
    await writeFile(file, sshd.privateKey, { mode: 0o600 })
    const passphrase = 'a passphrase'
    const { code } = await runProcess('ssh-keygen', ['-q', '-p', '-P', '', '-N', passphrase, '-f', file], {
      timeoutMs: 20_000,
    })
    expect(code).toBe(0)
    const { username } = sshd
    const locked = { kind: 'ssh-key', username, privateKey: await readFile(file, 'utf8') } as const
    expect(await probe(sshd, [{ ...locked, passphrase }])).toMatchObject({ outcome: 'ok' })
    expect(await probe(sshd, [locked])).toEqual({
      outcome: 'refused',
      detail: expect.stringMatching(/^the private key of auditor cannot be read: .*passphrase/),
      tried: [expect.objectContaining({ reason: 'credential-unreadable', user: 'auditor' })],
    })
  })

  it('is read completely through a single session', async () => {
    await using sshd = await startSshd({ config: ['MaxSessions 1'] })
    const { outcome, observation } = await probe(sshd, [withKey(sshd)])
    expect(outcome).toBe('ok')
    expect(observation?.software?.length).toBe((await observeHere()).software?.length)
  })

  it.each([
    ['takes a password', 'echo "sudo: a password is required" >&2; exit 1', undefined],
    ['takes none', '[ "$1 $2" = "-n --" ] || exit 9; shift 2; AS_ROOT=1 exec "$@"', 'S-1'],
  ])('reads data that needs root if sudo %s', async (_what, sudo, serialNumber) => {
    const dmidecode = `[ "$AS_ROOT" ] || { echo '/dev/mem: Permission denied' >&2; exit 1; }
[ "$*" = -u ] || exit 9
printf 'SMBIOS 3.0.0 present.\n\nHandle 0x0001, DMI type 1, 8 bytes\n\tHeader and Data:\n\t\t01 08 01 00 00 00 00 01\n'
printf '\tStrings:\n\t\t53 2D 31 00\n\t\tS-1\n\nHandle 0x0002, DMI type 127, 4 bytes\n\tHeader and Data:\n\t\t7F 04 02 00\n'`
    await using sshd = await startSshd(await withPrograms({ sudo, dmidecode, nft: 'echo {}' }))
    const { outcome, detail, observation, tried } = await probe(sshd, [withKey(sshd)])
    expect(outcome).toBe('ok')
    const refused = { reason: 'sudo-missing', missing: ['dmidecode: /dev/mem: Permission denied'] }
    expect(tried).toMatchObject([serialNumber === undefined ? refused : { reason: 'read' }])
    expect(observation?.identity.serialNumber).toBe(serialNumber)
    const missing = ', without dmidecode (dmidecode: /dev/mem: Permission denied)'
    expect(detail).toBe(`auditor: Linux${serialNumber === undefined ? missing : ''}`)
  })

  it('is left at once when the audit is cancelled, without running processes', async () => {
    const pidFile = join(auditor.stateDir, 'pid')
    await using sshd = await startSshd(
      await withPrograms({ 'systemd-detect-virt': `echo $$ >> ${pidFile}; exec sleep 600` }),
    )
    await writeFile(pidFile, '')
    await chmod(pidFile, 0o666)
    const cancel = new AbortController()
    const probing = probe(sshd, [withKey(sshd)], cancel.signal)
    const pid = await waitFor(async () => Number(await readFile(pidFile, 'utf8')) || undefined, {
      what: 'the program to run',
    })
    cancel.abort()
    expect(await probing).toMatchObject({ outcome: 'failed', detail: 'auditor: the connection was lost' })
    await waitFor(async () => !(await isRunning(pid)), { what: 'it to be ended' })
  })

  it.each([
    [
      'an account without a shell',
      { shell: '/usr/sbin/nologin' },
      /This account is currently not available/,
      'no-shell',
    ],
    ['a shell that may do nothing', { shell: '/bin/rbash' }, /restricted/, 'no-shell'],
    [
      'files only',
      { config: ['ForceCommand internal-sftp'] },
      /^auditor: not a system that can be audited/,
      'no-shell',
    ],
    ['something else', { config: ["ForceCommand echo '% Invalid input'"] }, /: % Invalid input$/, 'no-shell'],
    [
      'another system',
      { config: ['ForceCommand uname() { echo HAL-9000; }; . /dev/stdin'] },
      /HAL-9000$/,
      'unsupported-system',
    ],
  ] satisfies [string, SshdSpec, RegExp, string][])(
    'says that there is no way in: %s',
    async (_what, spec, detail, reason) => {
      await using sshd = await startSshd(spec)
      const result = await probe(sshd, [withKey(sshd)])
      expect(result).toMatchObject({
        outcome: 'unavailable',
        detail: expect.stringMatching(detail),
        tried: [{ reason }],
      })
      expect(result.observation).toBeUndefined()
    },
  )
})

it('names the algorithms if there is none in common', async () => {
  await using sshd = await startSshd({ config: ['KexAlgorithms sntrup761x25519-sha512@openssh.com'] })
  const { outcome, tried } = await probe(sshd, [withKey(sshd)])
  expect(outcome).toBe('failed')
  expect(tried).toMatchObject([{ reason: 'no-common-algorithm', detail: expect.stringMatching(/key exchange/) }])
})

describe('failed logins', () => {
  it('are at most three failures a day, and a working credential comes first', async () => {
    await using sshd = await startSshd()
    const failures = () => sshd.process.output().match(/^Failed password/gm)?.length ?? 0
    const good = withPassword(sshd)
    expect(await probe(sshd, [wrong(0), good])).toMatchObject({ outcome: 'ok' })
    expect(failures()).toBe(1)
    expect(await probe(sshd, [wrong(0), wrong(1), good])).toMatchObject({ outcome: 'ok' })
    expect(failures()).toBe(1)
    const last = await probe(sshd, [1, 2, 3, 4].map(wrong))
    expect(last).toEqual({
      outcome: 'refused',
      detail:
        '2 of its credentials are not tried until tomorrow, because of failed logins today; ' +
        'auditor was refused by password (refused); auditor was refused by password (refused)',
      tried: [2, 3, 3, 3].map((used, index) => ({
        ...{ protocol: 'ssh', port: sshd.port, user: 'auditor' },
        ...{ reason: index < 2 ? 'login-refused' : 'attempts-used-up', used, limit: 3 },
      })),
    })
    expect(failures()).toBe(3)
    expect(await probe(sshd, [5, 6].map(wrong))).toMatchObject({ outcome: 'refused' })
    expect(failures()).toBe(3)
  })

  it('are not made if the host does not accept the method', async () => {
    await using sshd = await startSshd({ config: ['PasswordAuthentication no', 'KbdInteractiveAuthentication no'] })
    const { outcome, detail, tried } = await probe(sshd, [wrong()])
    expect(tried).toMatchObject([{ reason: 'method-not-offered', detail: 'publickey' }])
    expect({ outcome, detail }).toEqual({
      outcome: 'refused',
      detail: "auditor: the host's login methods are publickey",
    })
    expect(sshd.process.output()).not.toContain('Failed')
    expect(await probe(sshd, [wrong(), withKey(sshd)])).toMatchObject({ outcome: 'ok' })
  })
})

describe('host keys', () => {
  it('are pinned, and a changed one is refused before a credential is sent, until a person deletes the pin', async () => {
    const port = await freePort()
    let first: string | undefined
    {
      await using sshd = await startSshd({}, port)
      await probe(sshd, [withKey(sshd)])
      ;[first] = sshd.fingerprints
      // Another process, such as the next start of the service.
      expect(await openHostKeys(auditor.stateDir).get(sshd.address, port)).toMatchObject({
        type: 'ssh-ed25519',
        fingerprint: first,
      })
    }
    await using sshd = await startSshd({}, port)
    const { outcome, detail, tried } = await probe(sshd, [withPassword(sshd)])
    expect(outcome).toBe('refused')
    expect(tried).toEqual([
      { protocol: 'ssh', port, reason: 'host-key-changed', since: expect.stringMatching(/^20.*Z$/) },
    ])
    expect(detail).toContain(`pinned is ${first} (ssh-ed25519, `)
    expect(detail).toContain(`showed ${sshd.fingerprints[0]} `)
    const forget = `rollcall audit-service forget-host-key 127.0.0.1 --state-dir ${auditor.stateDir}`
    expect(detail.endsWith(forget)).toBe(true)
    expect(sshd.process.output()).not.toContain('auditor')
    expect(await auditor.hostKeys.forget(sshd.address, port)).toBe(true)
    expect(await auditor.hostKeys.forget(sshd.address, port)).toBe(false)
    expect(await probe(sshd, [withPassword(sshd)])).toMatchObject({ outcome: 'ok' })
  })

  it('that are unknown get no password that must not go there, by any order of logins, and no failed key login changes that', async () => {
    await using sshd = await startSshd()
    const withheld: SshCredential = {
      ...withPassword(sshd),
      kind: 'ssh-password',
      offerToUnknownHosts: false,
    } as SshCredential
    const strange = { ...sshd, username: 'nobody' }
    for (const credentials of [[withheld], [withKey(strange), withheld]]) {
      const { outcome, detail } = await probe(sshd, credentials)
      expect(outcome).toBe('refused')
      expect(detail).toContain(`the password of auditor is not offered to hosts with an unknown key`)
      expect(await auditor.hostKeys.get(sshd.address, sshd.port)).toBeUndefined()
    }
    expect(sshd.process.output()).not.toMatch(/password for auditor/)
    expect(await probe(sshd, [withKey(sshd)])).toMatchObject({ outcome: 'ok' })
    expect(await probe(sshd, [withheld])).toMatchObject({ outcome: 'ok' })
  })

  it('get no login if pinned keys are required, until the key is pinned', async () => {
    await using sshd = await startSshd()
    auditor.hostKeys.requirePinned = true
    for (const credential of [withKey(sshd), withPassword(sshd)]) {
      const { outcome, detail } = await probe(sshd, [credential])
      expect(outcome).toBe('refused')
      expect(detail).toMatch(/^unknown host key: this site requires a known one\. It showed SHA256:/)
      expect(detail).toContain(`trust-host-key 127.0.0.1 ssh-ed25519 ${sshd.fingerprints[0]} `)
    }
    expect(sshd.process.output()).not.toContain('auditor')
    const { address, port, fingerprints } = sshd
    await auditor.hostKeys.pin({ address, port, type: 'ssh-ed25519', fingerprint: fingerprints[0] ?? '', pinnedAt: '' })
    expect(await probe(sshd, [withPassword(sshd)])).toMatchObject({ outcome: 'ok' })
  })

  it('of the pinned type are requested first', async () => {
    await using sshd = await startSshd({ hostKeyTypes: ['rsa', 'ecdsa', 'ed25519'] })
    const { address, port, fingerprints } = sshd
    for (const [index, type] of ['ssh-rsa', 'ecdsa-sha2-nistp256', 'ssh-ed25519'].entries()) {
      await auditor.hostKeys.forget(address, port)
      await auditor.hostKeys.pin({ address, port, type, fingerprint: fingerprints[index] ?? '', pinnedAt: '' })
      expect(await probe(sshd, [withKey(sshd)])).toMatchObject({ outcome: 'ok' })
    }
  })
})
