import type { AgentPlatform } from '@rollcall/shared/api/agent.ts'
import type { AuditServiceStatus } from '@rollcall/shared/api/audit-service.ts'
import type { AttachedNetwork } from '@rollcall/shared/messages/attached-network.ts'
import type { Capability } from '@rollcall/shared/messages/enrollment.ts'
import type { JoinKind } from '@rollcall/shared/messages/join-kind.ts'
import type { Kit } from '../kit.ts'

/** A fork: a snapshot followed `from` while another one was the agent's last. */
export type AgentFork = { at: string; from: string }

/** Processes that use the identity of one Audit Service, by its heartbeats. */
export type ServiceInstances = {
  /** Processes with recent heartbeats, the last one at the end. */
  recent: { id: string; hostname: string; at: string }[]
  /** Set while several processes alternate. */
  shared?: { since: string; lastAt: string; hostnames: string[] }
}

export const enrollmentTables = (kit: Kit) => ({
  joinTokens: kit.table(
    'join_tokens',
    {
      id: kit.text('id').primaryKey(),
      secretHash: kit.text('secret_hash').notNull(),
      kind: kit.text<JoinKind>('kind').notNull(),
      siteId: kit.text('site_id').notNull(),
      usesLeft: kit.integer('uses_left').notNull(),
      expiresAt: kit.time('expires_at').notNull(),
      tag: kit.text('tag'),
      /** The Audit Service that joins again with it; null for a new one. */
      auditServiceId: kit.text('audit_service_id'),
      /** The agent that joins again with it; null for a new one. */
      agentId: kit.text('agent_id'),
      createdAt: kit.time('created_at').notNull(),
      createdBy: kit.text('created_by').notNull(),
    },
    (t) => [
      kit.uniqueIndex('join_tokens_secret').on(t.secretHash),
      kit.index('join_tokens_site').on(t.siteId, t.createdAt),
    ],
  ),
  auditServices: kit.table(
    'audit_services',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      name: kit.text('name').notNull(),
      hostname: kit.text('hostname').notNull(),
      version: kit.text('version').notNull(),
      /** nkey of its NATS user, which a revocation names. */
      userPublicKey: kit.text('user_public_key').notNull(),
      /** Curve nkey that credentials are sealed to. */
      curvePublicKey: kit.text('curve_public_key').notNull(),
      capabilities: kit.json<Capability[]>('capabilities').notNull(),
      /** null until a heartbeat reports them. */
      networks: kit.json<AttachedNetwork[]>('networks'),
      /** null until its first heartbeat: Pending. */
      lastSeen: kit.time('last_seen'),
      /** null until a heartbeat names its process. */
      instances: kit.json<ServiceInstances>('instances'),
      /** The last status for which an event was emitted, so that each change emits one; null: none yet. */
      toldStatus: kit.text<AuditServiceStatus>('told_status'),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [kit.index('audit_services_site').on(t.siteId, t.name)],
  ),
  agents: kit.table(
    'agents',
    {
      id: kit.text('id').primaryKey(),
      siteId: kit.text('site_id').notNull(),
      hostname: kit.text('hostname').notNull(),
      /** Name that a person gave it; null: it is shown by its host name. */
      name: kit.text('name'),
      version: kit.text('version').notNull(),
      platform: kit.text<AgentPlatform>('platform'),
      osName: kit.text('os_name'),
      machineId: kit.text('machine_id'),
      tokenHash: kit.text('token_hash').notNull(),
      /** Name of the tag its join token carries. */
      autoTag: kit.text('auto_tag'),
      deviceId: kit.text('device_id'),
      /** Its last stored snapshot. */
      lastSnapshotId: kit.text('last_snapshot_id'),
      /** Snapshots that followed another one than the last: the agent's state was copied. Null: none did. */
      forks: kit.json<AgentFork[]>('forks'),
      /** Time of the last fork that showed two machines with one state. */
      copiedAt: kit.time('copied_at'),
      /** Lines of its last snapshot about missing data; null: complete. */
      truncated: kit.json<string[]>('truncated'),
      /** Milliseconds by which its clock is ahead; 0: right or unknown. */
      clockAheadMs: kit.integer('clock_ahead_ms'),
      /** Its last refused snapshot, and the reason. */
      refusedAt: kit.time('refused_at'),
      refusal: kit.text('refusal'),
      /** Time of the request for a snapshot that no delivery has fulfilled yet. */
      snapshotWantedAt: kit.time('snapshot_wanted_at'),
      /** A recent time at which it waited for requests. */
      watchedAt: kit.time('watched_at'),
      lastSeen: kit.time('last_seen'),
      createdAt: kit.time('created_at').notNull(),
    },
    (t) => [
      kit.uniqueIndex('agents_token').on(t.tokenHash),
      kit.index('agents_site').on(t.siteId, t.hostname),
      kit.index('agents_device').on(t.deviceId),
    ],
  ),
})
