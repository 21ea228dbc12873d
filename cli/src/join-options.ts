import { readFileSync } from 'node:fs'
import { type ProxyFor, readProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { Command } from 'commander'

export type JoinOptions = { url?: string; token?: string; proxy?: string }

/** Adds `--url`, `--token` and `--proxy` to a command that joins. */
export const addJoinOptions = (command: Command, kind: string): Command =>
  command
    .option('--url <url>', 'address of the collector')
    .option(
      '--token <token>',
      `join token of the kind ${kind}; - reads it from standard input, which keeps it out of process lists. Not needed for a new address of the same collector`,
    )
    .option('--proxy <url>', 'HTTP proxy for calls to the collector, stored for later runs; "none" for no proxy')

/** Arguments of a join; undefined if the command line asks for none. */
export type Joining = { url: string; token?: string; proxyFor: ProxyFor }

/** Returns the arguments of a join, with the token as given or from standard input. */
export function joiningOf({ url, token, proxy }: JoinOptions, command: Command): Joining | undefined {
  if (url === undefined) {
    if (token !== undefined || proxy !== undefined) command.error('error: --token and --proxy need --url')
    return undefined
  }
  return { url, proxyFor: proxyOf(proxy), ...optional({ token: token ? readToken(token) : undefined }) }
}

/** Returns the proxy that `--proxy` names; the one of the environment if it is absent or empty, as an installer gives it. */
export const proxyOf = (proxy: string | undefined): ProxyFor =>
  readProxy(proxy ? { ROLLCALL_PROXY: proxy } : process.env)

/** Returns the arguments of a join, or ends the process with a usage error. */
export function requireJoining(options: JoinOptions, command: Command): Joining {
  const joining = joiningOf(options, command)
  return joining ?? command.error("error: required option '--url <url>' not specified")
}

const readToken = (token: string): string => (token === '-' ? readFileSync(0, 'utf8').trim() : token)
