import * as z from 'zod/mini'
import { agentSettingsShape } from './agent-settings-shape.ts'

// Schemas of the agent's hourly run and the collector. They use the small form of zod: the whole one, with the schemas of
// the inventory, takes as much memory as the rest of the run.

/** Addresses of the collector for its parts, in the order in which they try them. */
export const collectorUrlsSchema = z
  .array(z.url({ protocol: /^https$/ }).check(z.maxLength(300)))
  .check(z.maxLength(16))

/** GET /api/agent/self: reports that the collector still has this agent. */
export const agentSelfPath = '/api/agent/self'

/**
 * Request header of an agent's snapshot: the id of the previous snapshot in the agent's state. It reveals two copies of
 * one state, because they continue from different snapshots.
 */
export const previousSnapshotHeader = 'Rollcall-Previous-Snapshot'

/**
 * Request header of an agent's snapshot that is sent as a difference: the id of the agent's snapshot that it differs
 * from. RFC 9842 uses the header for the same purpose in requests for answers.
 */
export const dictionaryIdHeader = 'Dictionary-ID'

/**
 * Request header of an agent's snapshot: the hash of the collector's addresses that the agent has stored. The answer
 * lists them only if they differ.
 */
export const addressesHeader = 'Rollcall-Addresses'

/**
 * GET: waits up to a minute until somebody requests a snapshot of this agent. An agent has one such call at a time: the
 * next one ends it. `Retry-After` in the answer says when to call again, because no place is free; without the header the
 * agent calls again at once. 429 answers an agent that calls too often, 401 one whose token has ended.
 */
export const agentWantedPath = '/api/agent/wanted'
export const agentWantedSchema = z.object({ snapshotWanted: z.boolean(), ...agentSettingsShape })
