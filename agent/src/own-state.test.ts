import { chmod, chown, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockStateDir, prepareStateDir, readConfig } from './config.ts'
import { assertOwnState } from './own-state.ts'
import { readStoredJoin } from './stored-join.ts'

const asRoot = it.runIf(process.getuid?.() === 0)
const stranger = 4321
let folder: string
let stateDir: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'own-state-'))
  stateDir = join(folder, 'state')
  await mkdir(join(stateDir, 'spool'), { recursive: true, mode: 0o700 })
  await writeFile(join(stateDir, 'agent.json'), '{}', { mode: 0o600 })
})
afterEach(() => rm(folder, { recursive: true }))

/** Everything that begins with the state must refuse it: a run and the status, a stored join, and a join. */
async function expectRefused(reason: string): Promise<void> {
  for (const use of [assertOwnState, readConfig, readStoredJoin, prepareStateDir]) {
    const error = await use(stateDir).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toContain(`the state directory ${stateDir} is not safe to use: ${reason}. Remove it`)
  }
}

it('takes a folder of its own, and one that is not there yet', async () => {
  await assertOwnState(stateDir)
  await assertOwnState(join(folder, 'none', 'state'))
})

it('refuses a symbolic link in its place, also to a folder of its own', async () => {
  await rename(stateDir, join(folder, 'real'))
  await symlink('real', stateDir)
  await expectRefused(`${stateDir} is a symbolic link`)
})

it.each([0o777, 0o1777, 0o770, 0o703])('refuses a folder with the mode %o, to which others may write', async (mode) => {
  await chmod(stateDir, mode)
  await expectRefused(`others than the owner may write to ${stateDir}`)
})

it('refuses a folder below one that all users may write to, except with the sticky bit', async () => {
  await chmod(folder, 0o1777)
  await assertOwnState(stateDir)
  await chmod(folder, 0o777)
  await expectRefused(`all users may write to ${folder} above it`)
})

it('refuses files that others may write to, and links in the place of files', async () => {
  await chmod(join(stateDir, 'agent.json'), 0o666)
  await expectRefused(`others than the owner may write to ${join(stateDir, 'agent.json')}`)
  await rm(join(stateDir, 'agent.json'))
  await symlink('/etc/passwd', join(stateDir, 'agent.json'))
  await expectRefused(`${join(stateDir, 'agent.json')} is a symbolic link`)
})

asRoot('refuses a folder, a spool or a token of another user', async () => {
  for (const path of [join(stateDir, 'agent.json'), join(stateDir, 'spool'), stateDir]) {
    await chown(path, stranger, stranger)
    await expectRefused(`${path} belongs to the user with id ${stranger}`)
    await chown(path, 0, 0)
  }
})

it('does not write its process id over the file behind a link in the place of its lock', async () => {
  const victim = join(folder, 'victim')
  await writeFile(victim, 'content')
  await symlink(victim, join(stateDir, 'agent.lock'))
  await expect(lockStateDir(stateDir)).rejects.toThrow(/cannot lock .*agent\.lock.*ELOOP/)
  expect(await readFile(victim, 'utf8')).toBe('content')
})
