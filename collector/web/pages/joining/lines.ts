import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'

type Told = Pick<JoinTokenMade, 'for' | 'token'>

/** Returns the shell command that joins a machine and installs the service. */
export function joinLine({ for: kind, token }: Told, url: string): string {
  const where = `--url ${url} --token ${token}`
  return kind === 'agent'
    ? `sudo ./rollcall agent install ${where}`
    : `sudo ./rollcall audit-service join ${where} && sudo ./rollcall audit-service install`
}

/** Returns whether an address leads to the machine on which it is opened. */
export const isOfThisMachine = (url: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
