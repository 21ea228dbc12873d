import type { Change } from '@rollcall/shared/api/change.ts'
import type { ChangesState } from '../../../table/list-search.ts'

export const isNarrowed = ({ verb, entity, deviceId, softwareId, by, span, from, until }: ChangesState): boolean =>
  [verb, entity, deviceId, softwareId, by, span, from, until].some((each) => each !== undefined)

/** Returns the names to offer for "Edited by": the signed-in user and the users of the shown entries. */
export function editorsOf(shown: readonly Change[], self: string): string[] {
  const edits = shown.filter(({ deviceId, entity }) => deviceId === null || !audited.has(entity))
  return [...new Set([self, ...edits.map(({ actor }) => actor)])]
}

const audited: ReadonlySet<string> = new Set(['Hardware', 'Network', 'Software'])
