import { readFileSync } from 'node:fs'
import type { Command } from 'commander'

/** `--url` and `--token` of the commands that join. */
export const addJoinOptions = (command: Command, kind: string): Command =>
  command
    .requiredOption('--url <url>', 'address of the collector')
    .requiredOption(
      '--token <token>',
      `join token of the kind ${kind}; - reads it from standard input, so that no list of processes shows it`,
    )

/** The token as it was given, or from standard input. */
export const readToken = (token: string): string => (token === '-' ? readFileSync(0, 'utf8').trim() : token)
