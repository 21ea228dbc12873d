import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'

type JoinToken = Pick<JoinTokenMade, 'for' | 'token'>

/** Returns the shell command that joins a machine on which the package is installed. */
export function joinCommand({ for: kind, token }: JoinToken, url: string): string {
  const options = `--url ${url} --token ${token}`
  return kind === 'agent'
    ? `sudo rollcall agent install ${options}`
    : `sudo rollcall audit-service join ${options} && sudo rollcall audit-service install`
}

/** Returns whether an address leads to the machine on which it is opened. */
export const isOfThisMachine = (url: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
