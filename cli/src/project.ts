import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the installation. */
export const installationDir = fileURLToPath(new URL('../..', import.meta.url))

/** True for an installation by a package of a release. */
export const isPackaged = installationDir.startsWith('/usr/lib/rollcall-')

/** Programs that come with the installation, such as nats-server. */
export const toolsDir = fileURLToPath(new URL('../../.tools/bin', import.meta.url))

/** The collector's default data directory. */
export const defaultDataDir = resolve('.rollcall')

const launcher = fileURLToPath(new URL('../bin/rollcall.js', import.meta.url))

/** Largest number of V8 helper threads, which is V8's default on every machine. */
const helpersMax = 4

/**
 * Node arguments of the parts. A small young generation (in MiB) keeps long-running processes small: with V8's
 * default the garbage of a start stays. Pretenuring is off: V8 allocates in the old generation where earlier objects
 * lived long, which is wrong while many snapshots are read, retains the objects they refer to, and took a quarter of
 * the reading thread's time. V8 has no more helper threads for garbage collection than there are cores beside the one
 * that waits for them.
 */
export const memoryFlags = ['--max-semi-space-size=4', '--no-allocation-site-pretenuring']
export const nodeFlags = [
  ...memoryFlags,
  `--v8-pool-size=${Math.min(helpersMax, Math.max(1, availableParallelism() - 1))}`,
]

/** Node arguments of the agent, whose run takes less than a second. The launcher of a package sets further flags. */
export const agentFlags = [
  '--max-semi-space-size=1',
  '--v8-pool-size=1',
  // The agent trusts the CA of its collector alone. With the usual store, Node parses 140 certificates in each run.
  '--use-openssl-ca',
]

/**
 * Settings of the C library (mallopt(3)); other libraries ignore them. Each large block is returned to the system once
 * it is free. By default blocks of up to 32 MiB are cut from arenas that shrink at their end only: after some hostile
 * bodies the collector kept 100 MiB for ever.
 */
export const memorySettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

type PartCommand = { program: string; args: string[]; env: typeof memorySettings }

/** Returns the command line of `rollcall …` as a process of its own, with this Node and launcher. */
export function commandOf(args: readonly string[]): PartCommand {
  const flags = args[0] === 'agent' ? agentFlags : nodeFlags
  return { program: process.execPath, args: [...flags, launcher, ...args], env: memorySettings }
}
