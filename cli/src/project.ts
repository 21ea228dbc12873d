import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the installation, where `.tools/` lies. */
export const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/** The collector's data directory where none is named. */
export const defaultDataDir = resolve('.rollcall')

const launcher = fileURLToPath(new URL('../bin/rollcall.js', import.meta.url))

/** Threads that V8 has at most, which is its default whatever the machine. */
const helpersMax = 4

/**
 * Node's own arguments for the parts. A small young generation (in MiB) keeps long-running ones small: with V8's default
 * the garbage of a start stays with them. Nothing is made in the old one at once because much that was made there before
 * has lived long: while many snapshots are read that is wrong, and what it points to is kept with it, which took a quarter
 * of the time of the thread that reads them. And V8 has no more threads to help with collecting than there are cores
 * beside the one that waits for them.
 */
export const nodeFlags = [
  '--max-semi-space-size=4',
  '--no-allocation-site-pretenuring',
  `--v8-pool-size=${Math.min(helpersMax, Math.max(1, availableParallelism() - 1))}`,
]

/**
 * Settings of the C library for the parts (mallopt(3)); others know none of these. Each large block is given back to the
 * system as soon as it is free. By default blocks of up to 32 MiB are cut from areas that shrink at their end only: after
 * some hostile bodies the collector kept 100 MiB of them for ever.
 */
export const memorySettings = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '131072' }

export type PartCommand = { program: string; args: string[]; env: typeof memorySettings }

/** `rollcall …` as a process of its own, with this very Node and launcher. */
export function commandOf(args: readonly string[]): PartCommand {
  return { program: process.execPath, args: [...nodeFlags, launcher, ...args], env: memorySettings }
}
