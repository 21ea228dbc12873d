import type { JoinTokenMade } from '@rollcall/shared/api/join-token.ts'

type Told = Pick<JoinTokenMade, 'for' | 'token'>

/** What one types on the machine that is to join: it joins, and runs from then on. */
export function joinLine({ for: kind, token }: Told, url: string): string {
  const where = `--url ${url} --token ${token}`
  return kind === 'agent'
    ? `sudo ./rollcall agent install ${where}`
    : `sudo ./rollcall audit-service join ${where} && sudo ./rollcall audit-service install`
}

/** Whether an address leads to the very machine that it is typed on. */
export const isOfThisMachine = (url: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
