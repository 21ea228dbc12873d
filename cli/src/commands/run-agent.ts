import { join, notJoined } from '@rollcall/agent/join.ts'
import { runOnce, status } from '@rollcall/agent/main.ts'
import { assertCanInstall, install, uninstall } from '@rollcall/agent/service/systemd.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { readProxy } from '@rollcall/shared/node/proxy/proxy-setting.ts'
import { optional } from '@rollcall/shared/optional.ts'
import type { Joining } from '../join-options.ts'
import { print } from '../output.ts'
import { commandOf } from '../project.ts'
import { stopSignal } from '../stop-signal.ts'
import { withAgentLog } from './agent-log.ts'

type Common = { stateDir: string; json?: boolean }

export async function joinAgentCommand({ stateDir, json }: Common, joining: Joining): Promise<void> {
  const joined = await join({ ...joining, stateDir })
  print(json, joined, () => joinedText(joined))
}

const joinedText = ({ isKept, collectorUrl, agentId, discarded }: Awaited<ReturnType<typeof join>>): string =>
  [
    `${isKept ? 'Already joined' : 'Joined'} ${collectorUrl} as agent ${agentId}`,
    ...(discarded > 0
      ? [
          `${counted(discarded, 'waiting snapshot of its former identity was', 'waiting snapshots of its former identity were')} discarded`,
        ]
      : []),
  ].join('\n')

export async function runAgentCommand({ stateDir, json, url }: Common & { url?: string }): Promise<void> {
  const result = await withAgentLog(stateDir, (log) =>
    runOnce({
      stateDir,
      signal: stopSignal(),
      log,
      proxy: (ofJoin) => readProxy(process.env, ofJoin),
      ...optional({ collectorUrl: url }),
    }),
  )
  print(json, result, () =>
    result.problem
      ? `${counted(result.waiting, 'snapshot is', 'snapshots are')} waiting: ${result.problem}`
      : `${counted(result.sent, 'snapshot')} sent`,
  )
}

export async function agentStatusCommand({ stateDir, json }: Common): Promise<void> {
  const state = await status({ stateDir })
  print(json, state, () => statusText(state))
}

function statusText(state: Awaited<ReturnType<typeof status>>): string {
  if (!state.joined) return `This agent has not joined a collector (${state.stateDir})`
  const agent = `Agent ${state.agentId} of ${state.collectorUrl}`
  const dropped =
    state.dropped > 0 ? `; ${counted(state.dropped, 'older one was', 'older ones were')} dropped unsent` : ''
  if (state.deletedAt === undefined)
    return `${agent}; ${counted(state.waiting, 'snapshot is', 'snapshots are')} waiting to be sent${dropped}`
  return `${agent} was deleted at the collector, which refuses it since ${state.deletedAt}. Join it again with "rollcall agent join --url URL --token TOKEN", or uninstall it`
}

/**
 * Installs the agent. With the token of an earlier join the agent keeps its identity, so that the same command may run
 * again and again. With another token, or if the collector does not have it any more, it joins anew.
 */
export async function installAgentCommand({ stateDir, json }: Common, joining: Joining | undefined): Promise<void> {
  await assertCanInstall()
  if (joining) await join({ ...joining, stateDir })
  else {
    const state = await status({ stateDir })
    if (!state.joined) throw notJoined(stateDir)
    if (state.deletedAt !== undefined) {
      throw new OperatorError(
        `this agent was deleted at the collector ${state.collectorUrl}: create a token with "rollcall join-token create --for agent" there, and give --url and --token`,
      )
    }
  }
  const { program, args } = commandOf(['agent', 'run', '--state-dir', stateDir])
  const installed = await install({ command: [program, ...args], stateDir })
  print(json, installed, () => `Installed ${installed.units.join(' and ')}; the agent runs every hour`)
}

export async function uninstallAgentCommand({ json }: Common): Promise<void> {
  const { removed } = await uninstall()
  print(json, { removed }, () =>
    removed.length > 0 ? `Removed ${removed.join(' and ')}` : 'The agent was not installed',
  )
}
