import { statSync } from 'node:fs'
import { userInfo } from 'node:os'
import { delimiter, isAbsolute, join } from 'node:path'
import { findProgram } from './find-program.ts'
import { distrustOf } from './trusted-path.ts'

/** Folders of the system's programs. Those of the distribution come before those of the administrator. */
const systemFolders = [
  '/usr/sbin',
  '/usr/bin',
  '/sbin',
  '/bin',
  '/usr/local/sbin',
  '/usr/local/bin',
  // NixOS, and Nix on another system.
  '/run/current-system/sw/bin',
  '/nix/var/nix/profiles/default/bin',
]

/**
 * Only members of its group, who build packages, may write to the Nix store, and its sticky bit keeps them from
 * replacing what belongs to root.
 */
const nixStore = '/nix/store'

const rootOnly = { owners: new Set([0]), allowsSticky: (folder: string) => folder === nixStore }

/** Result of a search for a program: its path, or the reason that it must not be run. */
export type ProgramSearch = { path: string } | { refused: string }

/**
 * True if this process has more rights than a user who may have planted programs on its PATH. Windows is not covered:
 * there the agent starts no programs.
 */
export const isPrivileged = (): boolean => process.geteuid?.() === 0

/**
 * Returns the full path of a program that a privileged process may run: a program of a folder of the system that only
 * root can change, whatever PATH says. `refused` says why a program that is there must not be run. Returns undefined if
 * there is none.
 */
export function findTrustedProgram(name: string, path = process.env['PATH'] ?? ''): ProgramSearch | undefined {
  const candidates = isAbsolute(name) ? [name] : systemFolders.map((folder) => join(folder, name))
  let refused: string | undefined
  for (const candidate of candidates.filter(isProgram)) {
    const distrust = distrustOf(candidate, rootOnly)
    if (distrust === undefined) return { path: candidate }
    refused ??= `${candidate} is not run as root: ${distrust}`
  }
  if (refused !== undefined) return { refused }
  if (isAbsolute(name)) return undefined
  const elsewhere = path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isProgram)
  return elsewhere === undefined
    ? undefined
    : { refused: `${elsewhere} is not run as root: it is not in a folder of the system` }
}

/** Returns the full path of a program of the system: a trusted one if this process is privileged, otherwise by PATH. */
export function findSystemProgram(name: string): string | undefined {
  if (!isPrivileged()) return findProgram(name)
  const found = findTrustedProgram(name)
  return found && 'path' in found ? found.path : undefined
}

/**
 * Returns the environment of programs of the system. It has nothing of this process's: `LD_PRELOAD`, `PERL5LIB` or
 * `GIT_DIR` would change what they do. The PATH of an ordinary user stays.
 */
export function systemEnvironment(): NodeJS.ProcessEnv {
  const own = isPrivileged() ? [] : [process.env['PATH'] ?? '']
  return { LC_ALL: 'C', PATH: [...own, ...systemFolders].filter(Boolean).join(delimiter), HOME: homeFolder() }
}

/** The home of the user database: sudo may keep the variable HOME of somebody else. */
function homeFolder(): string {
  try {
    return userInfo().homedir
  } catch {
    // A container may run as a user without an entry.
    return '/'
  }
}

const executable = 0o111

function isProgram(path: string): boolean {
  try {
    const status = statSync(path, { throwIfNoEntry: false })
    return status?.isFile() === true && (status.mode & executable) !== 0
  } catch {
    return false
  }
}
