import { join } from 'node:path'
import { buildProgram } from '../../scripts/set-up/build-program.ts'

/** Bundles the program before the tests of a project that start it. */
export async function setup(): Promise<void> {
  await buildProgram(join(import.meta.dirname, '..', '..'))
}
