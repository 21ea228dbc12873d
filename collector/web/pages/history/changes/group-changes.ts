import type { Change } from '@rollcall/shared/api/change.ts'

/** Entries of one operation on one device, or on records of one kind. The first one has what all share. */
export type ChangeGroup = { first: Change; lines: Change[] }

/** Groups the entries that one operation made, in the given order. */
export function groupChanges(changes: readonly Change[]): ChangeGroup[] {
  const groups: ChangeGroup[] = []
  for (const line of changes) {
    const last = groups.at(-1)
    if (last && isOfOneOperation(last.first, line)) last.lines.push(line)
    else groups.push({ first: line, lines: [line] })
  }
  return groups
}

const isOfOneOperation = (a: Change, b: Change): boolean =>
  a.deviceId === b.deviceId &&
  a.timestamp === b.timestamp &&
  a.actor === b.actor &&
  (a.deviceId !== null || a.entity === b.entity)
