import { readFileSync } from 'node:fs'
import type { Command } from 'commander'

/** Adds `--url` and `--token` to a command that joins. */
export const addJoinOptions = (command: Command, kind: string): Command =>
  command
    .requiredOption('--url <url>', 'address of the collector')
    .requiredOption(
      '--token <token>',
      `join token of the kind ${kind}; - reads it from standard input, which keeps it out of process lists`,
    )

/** Returns the token as given, or from standard input. */
export const readToken = (token: string): string => (token === '-' ? readFileSync(0, 'utf8').trim() : token)
