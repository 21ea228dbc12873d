import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the installation, where `.tools/` lies. */
export const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/** The collector's data directory where none is named. */
export const defaultDataDir = resolve('.rollcall')

const launcher = fileURLToPath(new URL('../bin/rollcall.js', import.meta.url))

/**
 * `rollcall …` as a process of its own, with this very Node and launcher. A small young generation (in MiB) keeps
 * long-running parts small: with V8's default the garbage of a start stays with them. A collector needs some more, or it
 * spends a third of its time on collecting garbage when many call it.
 */
export function commandOf(args: readonly string[]): { program: string; args: string[] } {
  const youngGeneration = args[0] === 'collector' ? 8 : 4
  return { program: process.execPath, args: [`--max-semi-space-size=${youngGeneration}`, launcher, ...args] }
}
