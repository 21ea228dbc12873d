import type { Segment } from '@rollcall/shared/api/segment.ts'
import type { TaskSource } from '@rollcall/shared/messages/task.ts'

/** What is asked for the devices of a segment that does not list addresses; undefined for one that does. */
export function sourceOf({ type, directory, cloud }: Segment): TaskSource | undefined {
  if (type === 'address-list' || type === 'ip-range') return undefined
  if (type === 'active-directory') return { kind: type, directory: required(directory) }
  const { account, subscription, project, regions } = required(cloud)
  if (type === 'aws') return { kind: type, account: required(account), regions }
  if (type === 'azure') return { kind: type, subscription: required(subscription), regions }
  return { kind: type, project: required(project), regions }
}

/** No segment is stored without what its type needs. */
function required<T>(value: T | null | undefined): T {
  if (value == null) throw new TypeError('a segment lacks what its type needs')
  return value
}
