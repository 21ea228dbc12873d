import type { Servers } from './servers.ts'

type Settings = Record<'fsync' | 'synchronous_commit' | 'synchronous_standby_names', string> & { standbys: number }

/**
 * Excludes backups, archives of the log, and logical subscribers. A user without the right to see what a sender does
 * sees none.
 */
const isStandby = `state IN ('streaming', 'catchup') AND application_name NOT IN ('pg_receivewal', 'pg_basebackup')
  AND NOT EXISTS (SELECT FROM pg_replication_slots WHERE slot_type = 'logical' AND active_pid = sender.pid)`

/** Returns how a commit that the server has confirmed can be lost, and what to set; undefined if it cannot. */
export async function lossRiskOf(servers: Servers): Promise<string | undefined> {
  const { rows } = await servers.query<Settings>(
    `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('synchronous_standby_names') AS synchronous_standby_names,
      (SELECT count(*)::int FROM pg_stat_replication AS sender WHERE ${isStandby}) AS standbys`,
  )
  const [settings] = rows
  return settings && riskIn(settings, servers.count)
}

/** `servers` is the number of servers that the URL of the database names. */
export function riskIn(settings: Settings, servers: number): string | undefined {
  const { fsync, synchronous_commit: commit, synchronous_standby_names: names, standbys } = settings
  const isReplicated = servers > 1 || standbys > 0
  if (isReplicated && (names === '' || commit === 'local')) {
    const remedy = names === '' ? 'synchronous_standby_names' : 'synchronous_commit = on'
    return `PostgreSQL confirms commits before a standby has them, and loses the last ones when a standby that lags is promoted: set ${remedy}`
  }
  if (fsync === 'on' && commit !== 'off') return undefined
  const setting = fsync === 'on' ? 'synchronous_commit' : 'fsync'
  return `PostgreSQL confirms commits before they are on its disk, and loses the last ones in a power cut: set ${setting} = on`
}
