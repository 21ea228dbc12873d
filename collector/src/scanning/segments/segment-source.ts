import type { Segment } from '@rollcall/shared/api/segment.ts'
import type { TaskSource } from '@rollcall/shared/messages/task.ts'

/** Returns the source of a segment without an address list; undefined for a segment with one. */
export function sourceOf({ type, directory, cloud }: Segment): TaskSource | undefined {
  if (type === 'address-list' || type === 'ip-range') return undefined
  if (type === 'active-directory') return { kind: type, directory: required(directory) }
  const { account, subscription, project, regions } = required(cloud)
  if (type === 'aws') return { kind: type, account: required(account), regions }
  if (type === 'azure') return { kind: type, subscription: required(subscription), regions }
  return { kind: type, project: required(project), regions }
}

/** Returns the value of a field that the segment type requires; validation ensures that it exists. */
function required<T>(value: T | null | undefined): T {
  if (value == null) throw new TypeError('a segment lacks what its type needs')
  return value
}
