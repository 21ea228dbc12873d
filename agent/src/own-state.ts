import { lstatSync, readdirSync, realpathSync, type Stats, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { messageOf, OperatorError } from '@rollcall/shared/errors.ts'
import { distrustOfEntry } from '@rollcall/shared/node/trusted-path.ts'
import { defaultStateDir } from './state-dir.ts'

const writableByAll = 0o002
const sticky = 0o1000

/**
 * Throws an OperatorError if somebody else can change the agent's state, or could have put it there: with a planted
 * state the agent would report this machine to a foreign collector, or write over the file behind a symbolic link. A
 * missing folder is in order.
 */
export async function assertOwnState(stateDir: string): Promise<void> {
  if (process.platform === 'win32') return assertOwnStateOnWindows(stateDir)
  let distrust: string | undefined
  try {
    distrust = distrustOfState(resolve(stateDir))
  } catch (error) {
    throw new OperatorError(`cannot check the state directory ${stateDir}: ${messageOf(error)}`)
  }
  if (distrust !== undefined) {
    throw new OperatorError(
      `the state directory ${stateDir} is not safe to use: ${distrust}. Remove it if you did not make it, or give it to the user of the agent with "chown -R" and "chmod -R go-w"`,
    )
  }
}

function distrustOfState(stateDir: string): string | undefined {
  const folder = lstatSync(stateDir, { throwIfNoEntry: false })
  const link = folder && linkProblem(stateDir, folder)
  // The first use of something else than a folder fails, and says why.
  if (!folder?.isDirectory()) return link
  const self = process.geteuid?.() ?? 0
  const rules = { owners: new Set([0, self]) }
  const distrust = distrustOfEntry(stateDir, folder, rules) ?? distrustOfParents(stateDir)
  // The content of a folder of another user cannot be listed, and is not read.
  if (distrust !== undefined || folder.uid !== self) return distrust
  for (const name of readdirSync(stateDir)) {
    const path = join(stateDir, name)
    const status = lstatSync(path, { throwIfNoEntry: false })
    const problem = status && (linkProblem(path, status) ?? distrustOfEntry(path, status, rules))
    if (problem !== undefined) return problem
  }
  return undefined
}

const linkProblem = (path: string, status: Stats): string | undefined =>
  status.isSymbolicLink() ? `${path} is a symbolic link` : undefined

/** Anyone can replace a folder below a folder that all may write to, unless its sticky bit forbids that. */
function distrustOfParents(stateDir: string): string | undefined {
  for (let folder = realpathSync(dirname(stateDir)); ; folder = dirname(folder)) {
    const { mode } = statSync(folder)
    if ((mode & writableByAll) !== 0 && (mode & sticky) === 0) return `all users may write to ${folder} above it`
    if (folder === dirname(folder)) return undefined
  }
}

/** Only the default folder is checked: another one has the access list that its administrator gave it. */
async function assertOwnStateOnWindows(stateDir: string): Promise<void> {
  if (stateDir !== defaultStateDir) return
  const { assertProtectedFolder } = await import('./platform/windows/protected-folder.ts')
  await assertProtectedFolder(dirname(stateDir))
  await assertProtectedFolder(stateDir)
}
