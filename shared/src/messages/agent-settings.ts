import type { AgentSchedule } from './agent-schedule.ts'

/**
 * Data about people that an agent leaves out of its snapshots, the strictest last: times of signing in; or accounts with
 * their sign-ins, and the users of services and of open ports.
 */
export const leaveOutChoices = ['sign-ins', 'accounts'] as const
export type LeaveOut = (typeof leaveOutChoices)[number]

/** Returns the strictest of some settings; undefined if none leaves anything out. */
export const strictestOf = (...settings: readonly (LeaveOut | undefined)[]): LeaveOut | undefined =>
  leaveOutChoices.findLast((choice) => settings.includes(choice))

/** Settings of a site that its agents follow, as the collector answers them. An absent value has its default. */
export type SettingsOfAgents = AgentSchedule & { leaveOut?: LeaveOut | undefined }
