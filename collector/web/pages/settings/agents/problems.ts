import type { Agent, AgentPlatform, AgentProblem } from '@rollcall/shared/api/agent.ts'
import { productVersion } from '@rollcall/shared/version.ts'
import { duration } from '../../../ui/amounts.ts'

/** A problem of an agent in words. */
export type ProblemInWords = {
  kind: 'bad' | 'warn' | 'off'
  title: string
  details: readonly string[]
  /** The way to end the problem. */
  advice: string
  /** Command for the shell of the agent's machine that helps to find the cause. */
  command?: string
}

const statusCommands: Record<AgentPlatform, string> = {
  linux: 'systemctl status rollcall-agent.timer',
  macos: 'sudo /Library/Rollcall/Agent/rollcall agent status',
  windows: 'schtasks /Query /V /FO LIST /TN \\Rollcall\\Agent',
}
const kinds: readonly ProblemInWords['kind'][] = ['bad', 'warn', 'off']

/** Describes all problems of an agent, the worst first. */
export function problemsInWords(agent: Agent, now: number): ProblemInWords[] {
  const all = [...ofStatus(agent, now), ...agent.problems.map((problem) => ofProblem[problem](agent))]
  return all.sort((a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
}

/** Describes problems in one line, for a list. */
export const problemLine = (problems: readonly ProblemInWords[]): string =>
  problems
    .map(({ title, details: [first, ...others] }) => {
      if (first === undefined) return title
      return `${title}: ${first}${others.length > 0 ? ` and ${others.length} more` : ''}`
    })
    .join(' · ')

function ofStatus({ status, lastSeen, platform }: Agent, now: number): ProblemInWords[] {
  if (status === 'Pending') {
    const advice =
      'It has joined but has not sent a snapshot. Check on its machine that it runs and reaches the collector.'
    return [{ kind: 'off', title: 'Has never connected', details: [], advice }]
  }
  if (status === 'Replaced') {
    const advice =
      'Another agent joined from its machine after its last contact. It becomes current again if it connects, and is deleted after 30 days.'
    return [{ kind: 'off', title: 'Replaced by another agent', details: [], advice }]
  }
  if (status !== 'Inactive' || lastSeen === null) return []
  return [
    {
      kind: 'bad',
      title: `Not seen for ${duration(now - Date.parse(lastSeen))}`,
      details: [],
      advice:
        'Check that its machine is switched on, reaches the collector and runs the agent. Waiting snapshots are sent after it reconnects.',
      ...(platform && { command: statusCommands[platform] }),
    },
  ]
}

const ofProblem: Record<AgentProblem, (agent: Agent) => ProblemInWords> = {
  refused: ({ refusal, upgradeAvailable }) => ({
    kind: 'bad',
    title: 'Snapshot refused',
    details: refusal ? [refusal.reason] : [],
    advice: `The device keeps its earlier snapshots. The agent has put the refused one aside, in the folder spool/bad of its state, and sends a new one with its next run. ${
      upgradeAvailable
        ? 'If that one is refused too, upgrade the agent.'
        : 'If that one is refused too, look in the file for the value that the reason names.'
    }`,
  }),
  copied: () => ({
    kind: 'bad',
    title: 'Used by several machines',
    details: [],
    advice:
      'Several machines send with the token of this agent, for example clones of one disk. On each clone, uninstall the agent with its state and install it again with a new install command.',
  }),
  clock: ({ clockAheadSeconds }) => ({
    kind: 'warn',
    title: `Clock ${duration(Math.abs(clockAheadSeconds) * 1000)} ${clockAheadSeconds > 0 ? 'ahead' : 'behind'}`,
    details: [],
    advice:
      'Set the clock of its machine and check the time service. The collector corrects the times of its snapshots.',
  }),
  incomplete: ({ truncated, platform }) => ({
    kind: 'warn',
    title: 'Data missing',
    details: truncated,
    advice: `All other data of its last snapshot is complete. A source without permission needs an agent that runs as ${
      platform === 'windows' ? 'SYSTEM' : 'root'
    }. A source that took too long is read again with the next run.`,
  }),
}

/** Describes the upgrade that an agent needs; undefined if it has the version of the collector or a newer one. */
export function upgradeInWords({ upgradeAvailable, version, platform }: Agent): ProblemInWords | undefined {
  if (!upgradeAvailable) return undefined
  const advice = {
    windows: 'Run the new .msi without properties on its machine. The agent stays joined.',
    macos: 'Install the new package on its machine. The agent stays joined.',
    linux:
      'Put the packages of the release into the folder packages of the collector and run the install command again without its token, or install the new package yourself.',
  }[platform ?? 'linux']
  return { kind: 'warn', title: `Upgrade available: ${version} to ${productVersion}`, details: [], advice }
}
