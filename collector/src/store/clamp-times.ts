import { replacedSecretDaysMax } from '@rollcall/shared/api/app-registration.ts'
import { dayMs } from '@rollcall/shared/durations.ts'
import { gt } from 'drizzle-orm'
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { authTables, quotaTables, userTables } from './schema/access.ts'
import { deviceTables } from './schema/devices.ts'
import { enrollmentTables } from './schema/enrollment.ts'
import { findingTables } from './schema/findings.ts'
import { outboxTables } from './schema/outbox.ts'
import { sightingTables } from './schema/sightings.ts'
import { offloadTables, snapshotTables } from './schema/snapshots.ts'
import type { Tx } from './store.ts'

/**
 * Repairs records that were written while the clock was ahead, after it was set back to `now`. A later observation
 * becomes one of now: otherwise nothing newer could replace it before the clock reaches that time. A later grant or
 * count ends: otherwise it would last that much longer.
 */
export async function clampTimes(tx: Tx, now: string): Promise<void> {
  const { devices, deviceIdentifiers, deviceStates } = tx.tables(deviceTables)
  const { deviceSightings } = tx.tables(sightingTables)
  const { snapshots } = tx.tables(snapshotTables)
  const { outbox } = tx.tables(outboxTables)
  const { offloadQueue, offloadSites } = tx.tables(offloadTables)
  const { userSessions, userVerifications, signInAttempts, userTwoFactors } = tx.tables(userTables)
  const { joinTokens } = tx.tables(enrollmentTables)
  const { accessTokens, appRegistrationSecrets } = tx.tables(authTables)
  const { quotaCounts } = tx.tables(quotaTables)
  const { findingRules, findings, findingReaders } = tx.tables(findingTables)

  const clamp = async (table: SQLiteTable, columns: Record<string, SQLiteColumn>) => {
    for (const [name, column] of Object.entries(columns)) {
      await tx
        .update(table)
        .set({ [name]: now })
        .where(gt(column, now))
    }
  }
  const { firstSeen, lastSeen, modifiedAt, auditDate, archivedAt, restoredAt } = devices
  await clamp(devices, { firstSeen, lastSeen, modifiedAt, auditDate, archivedAt, restoredAt })
  await clamp(deviceIdentifiers, { firstSeen: deviceIdentifiers.firstSeen, lastSeen: deviceIdentifiers.lastSeen })
  await clamp(deviceStates, { auditDate: deviceStates.auditDate })
  await clamp(deviceSightings, { firstAt: deviceSightings.firstAt, lastAt: deviceSightings.lastAt })
  await clamp(snapshots, { auditDate: snapshots.auditDate, receivedAt: snapshots.receivedAt })
  await clamp(outbox, { nextAttemptAt: outbox.nextAttemptAt })
  await clamp(offloadQueue, { nextAttemptAt: offloadQueue.nextAttemptAt })
  await clamp(offloadSites, { retryAt: offloadSites.retryAt, leaseUntil: offloadSites.leaseUntil })
  await clamp(userTwoFactors, { lockedUntil: userTwoFactors.lockedUntil })

  const { dueAt, evaluatedAt } = findingRules
  await clamp(findingRules, { dueAt, evaluatedAt })
  const { openedAt, raisedAt, resolvedAt, clearSince } = findings
  await clamp(findings, { openedAt, raisedAt, resolvedAt, clearSince })
  await clamp(findingReaders, { readUntil: findingReaders.readUntil })

  const { createdAt: secretCreatedAt, lastUsedAt: secretLastUsedAt } = appRegistrationSecrets
  await clamp(appRegistrationSecrets, { createdAt: secretCreatedAt, lastUsedAt: secretLastUsedAt })

  await tx.delete(userSessions).where(gt(userSessions.createdAt, now))
  await tx.delete(userVerifications).where(gt(userVerifications.createdAt, now))
  await tx.delete(joinTokens).where(gt(joinTokens.createdAt, now))
  await tx.delete(quotaCounts).where(gt(quotaCounts.countedSince, now))
  // Both last for an hour at most.
  const tomorrow = new Date(Date.parse(now) + dayMs).toISOString()
  await tx.delete(accessTokens).where(gt(accessTokens.expiresAt, tomorrow))
  const farthest = new Date(Date.parse(now) + replacedSecretDaysMax * dayMs).toISOString()
  await tx.delete(appRegistrationSecrets).where(gt(appRegistrationSecrets.endsAt, farthest))
  await tx.delete(signInAttempts).where(gt(signInAttempts.endsAt, tomorrow))
}
