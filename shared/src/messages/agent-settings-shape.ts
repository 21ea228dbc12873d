import * as z from 'zod/mini'
import { intervalMinutesMin, minutesMax } from './agent-schedule.ts'
import { leaveOutChoices } from './agent-settings.ts'

const minutes = (min: number) => z.int().check(z.minimum(min), z.maximum(minutesMax))

/**
 * Fields of an answer. An agent ignores a value that it does not understand, rather than the whole answer; a choice that
 * it does not know, of a newer collector, leaves out the most.
 */
export const agentSettingsShape = {
  intervalMinutes: z.catch(z.optional(minutes(intervalMinutesMin)), undefined),
  jitterMinutes: z.catch(z.optional(minutes(0)), undefined),
  leaveOut: z.catch(z.optional(z.enum(leaveOutChoices)), 'accounts'),
}
