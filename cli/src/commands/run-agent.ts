import { join, runOnce, status } from '@rollcall/agent/main.ts'
import { assertCanInstall, install, uninstall } from '@rollcall/agent/service/systemd.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import { createLog } from '@rollcall/shared/node/log.ts'
import { print } from '../output.ts'
import { commandOf } from '../project.ts'
import { stopSignal } from '../stop-signal.ts'

type Common = { stateDir: string; json?: boolean }

export async function joinAgentCommand({
  url,
  token,
  stateDir,
  json,
}: Common & { url: string; token: string }): Promise<void> {
  const joined = await join({ url, token, stateDir })
  print(json, joined, () => `Joined ${joined.collectorUrl} as agent ${joined.agentId}`)
}

export async function runAgentCommand({ stateDir, json, url }: Common & { url?: string }): Promise<void> {
  const log = createLog('agent', 'info')
  const result = await runOnce({ stateDir, signal: stopSignal(), log, ...(url ? { collectorUrl: url } : {}) })
  print(json, result, () =>
    result.problem ? `${result.waiting} snapshots are waiting: ${result.problem}` : `${result.sent} snapshots sent`,
  )
}

export async function agentStatusCommand({ stateDir, json }: Common): Promise<void> {
  const state = await status({ stateDir })
  print(json, state, () =>
    state.joined
      ? `Agent ${state.agentId} of ${state.collectorUrl}; ${state.waiting} snapshots are waiting to be sent`
      : `This agent has not joined a collector (${state.stateDir})`,
  )
}

/** Installs the agent. On a machine that has joined before, the agent keeps its identity and no token is spent. */
export async function installAgentCommand(
  { stateDir, json }: Common,
  joining: { url: string; token: string } | undefined,
): Promise<void> {
  await assertCanInstall()
  const { joined } = await status({ stateDir })
  if (!joined && !joining) {
    throw new OperatorError('this agent has not joined a collector: give --url and --token, or run "agent join" first')
  }
  if (!joined && joining) await join({ ...joining, stateDir })
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
