import type { Change } from '@rollcall/shared/api/change.ts'

export type ChangeGroup = Pick<Change, 'id' | 'deviceId' | 'deviceName' | 'actor' | 'timestamp'> & { lines: Change[] }

/** Lines that belong together: what one audit, or one person, did at one time on one device. In the order they come. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups: ChangeGroup[] = []
  for (const line of changes) {
    const last = groups.at(-1)
    const isSame = last?.deviceId === line.deviceId && last.timestamp === line.timestamp && last.actor === line.actor
    if (last && isSame) last.lines.push(line)
    else {
      const { id, deviceId, deviceName, actor, timestamp } = line
      groups.push({ id, deviceId, deviceName, actor, timestamp, lines: [line] })
    }
  }
  return groups
}
