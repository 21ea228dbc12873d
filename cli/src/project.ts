import { fileURLToPath } from 'node:url'

/** The folder of the installation, where `.tools/` lies. */
export const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/**
 * How a part is started as a process of its own: with this very Node and launcher. A small young generation keeps
 * long-running parts small: with V8's default the garbage of a start stays with them.
 */
export const launcher = {
  program: process.execPath,
  args: ['--max-semi-space-size=4', fileURLToPath(new URL('../bin/rollcall.js', import.meta.url))],
}
