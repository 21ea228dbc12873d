import { type LeaveOut, strictestOf } from '@rollcall/shared/messages/agent-settings.ts'
import { optional } from '@rollcall/shared/optional.ts'
import { readConfig } from './config.ts'
import { readLeaveOut } from './leave-out-setting.ts'
import { openSpool } from './spool.ts'
import { defaultStateDir } from './state-dir.ts'

type AgentStatus =
  | { joined: false; stateDir: string }
  | {
      joined: true
      stateDir: string
      collectorUrl: string
      /** Further addresses of the collector. */
      otherUrls: string[]
      agentId: string
      siteId: string
      waiting: number
      spoolBytes: number
      /** Snapshots since the join that were dropped unsent. */
      dropped: number
      /** Data about people that is left out, by the site or by this machine. */
      leaveOut?: LeaveOut
      /** Time since which the collector refuses this agent. */
      deletedAt?: string
    }

/** Returns the stored state of this agent, without a network call. */
export async function status({ stateDir = defaultStateDir }: { stateDir?: string } = {}): Promise<AgentStatus> {
  const config = await readConfig(stateDir)
  if (!config) return { joined: false, stateDir }
  const spool = await openSpool(stateDir)
  return {
    joined: true,
    stateDir,
    collectorUrl: config.collectorUrl,
    otherUrls: config.otherUrls ?? [],
    agentId: config.agentId,
    siteId: config.siteId,
    waiting: spool.entries().length,
    spoolBytes: spool.bytesUsed(),
    dropped: config.dropped ?? 0,
    ...optional({ leaveOut: strictestOf(config.leaveOut, await readLeaveOut(stateDir)), deletedAt: config.deletedAt }),
  }
}
