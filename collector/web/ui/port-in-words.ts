import type { Connection } from '@rollcall/shared/api/search.ts'

/** Names the switch and the port: `access-1-2 Gi1/0/6`. */
export function portInWords({ switchName, port }: Pick<Connection, 'switchName' | 'port'>): string {
  const name = switchName ?? 'an unmanaged switch'
  return port === null ? `${name}, port unknown` : `${name} ${port}`
}
