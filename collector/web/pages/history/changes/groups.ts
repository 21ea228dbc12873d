import type { Change } from '@rollcall/shared/api/change.ts'

export type ChangeGroup = Pick<Change, 'id' | 'deviceId' | 'deviceName' | 'actor' | 'timestamp'> & { lines: Change[] }

/** Groups the entries that one operation made on one device, in the given order. */
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
