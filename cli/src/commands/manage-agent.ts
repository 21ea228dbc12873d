import { readConfig } from '@rollcall/agent/config.ts'
import { join, notJoined } from '@rollcall/agent/join.ts'
import { writeLeaveOut } from '@rollcall/agent/leave-out-setting.ts'
import type { Log } from '@rollcall/agent/log.ts'
import { status } from '@rollcall/agent/status.ts'
import { readStoredJoin, removeStoredJoin, storeJoin } from '@rollcall/agent/stored-join.ts'
import { counted } from '@rollcall/shared/counted.ts'
import { OperatorError } from '@rollcall/shared/errors.ts'
import type { LeaveOut } from '@rollcall/shared/messages/agent-settings.ts'
import { type Joining, proxyOf } from '../join-options.ts'
import { print } from '../output.ts'
import { commandOf } from '../project.ts'

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

export async function agentStatusCommand({ stateDir, json }: Common): Promise<void> {
  const state = await status({ stateDir })
  print(json, state, () => statusText(state))
}

const leftOutTexts: Readonly<Record<LeaveOut, string>> = {
  'sign-ins': 'sign-ins',
  accounts: 'accounts, sign-ins, and users of services and open ports',
}

function statusText(state: Awaited<ReturnType<typeof status>>): string {
  if (!state.joined) return `This agent has not joined a collector (${state.stateDir})`
  const agent = `Agent ${state.agentId} of ${state.collectorUrl}`
  const dropped =
    state.dropped > 0 ? `; ${counted(state.dropped, 'older one was', 'older ones were')} dropped unsent` : ''
  const leftOut = state.leaveOut ? `; ${leftOutTexts[state.leaveOut]} are left out` : ''
  if (state.deletedAt === undefined)
    return `${agent}; ${counted(state.waiting, 'snapshot is', 'snapshots are')} waiting to be sent${dropped}${leftOut}`
  return `${agent} was deleted at the collector, which has refused it since ${state.deletedAt}. Join it again with "rollcall agent join --url URL --token TOKEN", or uninstall it`
}

/**
 * Does the join that an installation stored, which stays stored until it succeeds. An agent that has joined before goes
 * on with its identity meanwhile.
 */
export async function joinAsStored(stateDir: string, log: Log): Promise<void> {
  const stored = await readStoredJoin(stateDir)
  if (stored === undefined) return
  const { url, token, proxy } = stored
  try {
    await join({ url, token, stateDir, proxyFor: proxyOf(proxy) })
  } catch (error) {
    const isJoined = (await readConfig(stateDir).catch(() => undefined)) !== undefined
    if (!isJoined || !(error instanceof OperatorError)) throw error
    log.warn({}, `the agent keeps its former identity, because the new join failed: ${error.message}`)
    return
  }
  await removeStoredJoin(stateDir)
}

/**
 * Installs the agent. With the token of an earlier join the agent keeps its identity, so that the same command may run
 * again and again. With another token, or if the collector does not have it any more, it joins anew. With `joinLater` the first run joins.
 */
export async function installAgentCommand(
  {
    stateDir,
    json,
    joinLater = false,
    proxy,
    watch,
    leaveOut,
  }: Common & { joinLater?: boolean; proxy?: string; watch?: boolean; leaveOut?: LeaveOut | 'nothing' },
  joining: Joining | undefined,
): Promise<void> {
  const { assertCanInstall, install } = await scheduler()
  await assertCanInstall()
  if (leaveOut) await writeLeaveOut(stateDir, leaveOut === 'nothing' ? undefined : leaveOut)
  const joined = joining && !joinLater ? await join({ ...joining, stateDir }) : undefined
  if (joining && joinLater) await storeJoin(stateDir, { ...joining, proxy })
  if (!joining && !joinLater) {
    const state = await status({ stateDir })
    if (!state.joined) throw notJoined(stateDir)
    if (state.deletedAt !== undefined) {
      throw new OperatorError(
        `this agent was deleted at the collector ${state.collectorUrl}: create a token with "rollcall join-token create --for agent" there, and give --url and --token`,
      )
    }
  }
  const commandTo = (...words: string[]) => {
    const { program, args } = commandOf(['agent', ...words, '--state-dir', stateDir])
    return [program, ...args]
  }
  const installed = await install({
    command: commandTo('run', '--if-due'),
    watchCommand: commandTo('watch'),
    watch,
    stateDir,
    awaitsRun: !joinLater,
  })
  const when = watch ? 'every hour and after each change of the software' : 'every hour'
  const unsent = process.platform === 'linux' ? await unsentText(stateDir) : ''
  const text = `The agent runs now and ${when}${unsent}`
  print(json, { ...installed, ...(joined && { joined }) }, () => (joined ? `${joinedText(joined)}\n${text}` : text))
}

/** Says what the first run has not sent, or will do later. */
async function unsentText(stateDir: string): Promise<string> {
  const state = await status({ stateDir })
  if (state.joined && state.waiting === 0) return ''
  const what = state.joined
    ? `${counted(state.waiting, 'snapshot is', 'snapshots are')} waiting to be sent`
    : 'Its first run joins'
  return `. ${what}: journalctl --unit rollcall-agent.service`
}

export async function uninstallAgentCommand({ json }: Common): Promise<void> {
  const { uninstall } = await scheduler()
  const result = await uninstall()
  print(json, result, () => uninstalledText(result))
}

function uninstalledText({ removed, packageName }: { removed: string[]; packageName?: string }): string {
  if (packageName !== undefined) return `The agent no longer runs; its package ${packageName} is still installed`
  return removed.length > 0 ? `Removed ${removed.join(' and ')}` : 'The agent was not installed'
}

/** Returns the functions for the scheduler of this system. */
function scheduler() {
  if (process.platform === 'win32') return import('@rollcall/agent/service/windows-task.ts')
  if (process.platform === 'darwin') return import('@rollcall/agent/service/launchd.ts')
  return import('@rollcall/agent/service/systemd.ts')
}
