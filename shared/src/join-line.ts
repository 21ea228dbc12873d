import type { JoinKind } from './messages/join-kind.ts'

/**
 * Returns the line that joins a Linux machine on which the package of the part is installed. Each package brings the command
 * `rollcall`; where several are installed, the one of the collector or of the Audit Service does it for the agent, too.
 */
export const joinLine = (part: JoinKind, url: string, token: string): string =>
  `sudo rollcall ${part} install --url ${url} --token ${token}`

/** Returns the address of the collector in an install command, at which every part can join. */
export const addressIn = (installCommand: string | null): string | undefined =>
  / (https:\S+)\/install\//.exec(installCommand ?? '')?.[1]

/** Returns whether an address leads to the machine on which it is opened. */
export const isOfThisMachine = (url: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
