import type { ObservationInput } from '@rollcall/shared/inventory/observation.ts'
import type { LeaveOut } from '@rollcall/shared/messages/agent-settings.ts'
import type { SourceSet } from './inventory/sources.ts'

/** Returns the sources without those that read only accounts: data that is left out is not even read. */
export const sourcesFor = (sources: SourceSet, leaveOut: LeaveOut | undefined): SourceSet =>
  leaveOut === 'accounts'
    ? { ...sources, hardware: sources.hardware.filter(({ reads }) => !reads.every(isOfAccounts)) }
    : sources

const isOfAccounts = (path: string): boolean => path === 'accounts' || path.startsWith('accounts.')

/** Returns the snapshot without data about people. A probe says so. */
export function withoutPeople(snapshot: ObservationInput, leaveOut: LeaveOut): ObservationInput {
  const { probes = [], truncated = [], ...rest } = snapshot
  const detail =
    leaveOut === 'accounts'
      ? 'accounts, sign-ins, and users of services and open ports are left out by a setting'
      : 'sign-ins are left out by a setting'
  const named = { probe: 'privacy', outcome: 'unavailable' as const, detail }
  if (leaveOut === 'sign-ins') return { ...withoutSignIns(rest), truncated, probes: [named, ...probes] }
  return {
    ...withoutAccounts(rest),
    truncated: truncated.map(withoutHomes),
    probes: [named, ...probes.map((each) => ({ ...each, ...(each.detail && { detail: withoutHomes(each.detail) }) }))],
  }
}

/** Removes the names of users from paths: messages name the files that were not read. */
const withoutHomes = (text: string): string =>
  text.replace(/(\/home\/)[^/\s,:]+|(\/Users\/|\\Users\\)[^/\\,:]+/gi, (_, home = '', users = '') => `${home}${users}…`)

function withoutSignIns({ hardware, ...rest }: ObservationInput): ObservationInput {
  const accounts = hardware?.accounts?.map(({ isSignedIn: _, lastSignInAt: __, ...account }) => account)
  return { ...rest, hardware: hardware && { ...hardware, accounts } }
}

function withoutAccounts({ hardware, network, ...rest }: ObservationInput): ObservationInput {
  const { accounts: _, ...others } = hardware ?? {}
  return {
    ...rest,
    hardware: hardware && { ...others, systemServices: hardware.systemServices?.map(withoutUser) },
    network: network && { ...network, listeners: network.listeners?.map(withoutUser) },
  }
}

const withoutUser = <T extends { user?: string | undefined }>({ user: _, ...item }: T): Omit<T, 'user'> => item
