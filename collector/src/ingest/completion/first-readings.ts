import type { ChangeRow } from '../../change-log/record-changes.ts'
import type { SoftwareChange } from '../../matching/diff-software.ts'
import type { Path } from './paths.ts'

/** Reports whether an entry is about data that is only read for the first time: it was there before. */
export const isFirstReading = (
  change: Pick<ChangeRow, 'verb' | 'entity' | 'field'>,
  unread: readonly Path[],
): boolean =>
  change.verb === 'Added' && unread.some((path) => isBelow(`${change.entity.toLowerCase()}.${change.field}`, path))

/** The key of an item is no part of the path: `hardware.disks[S1].health.status` is below `hardware.disks.health`. */
function isBelow(field: string, { fields }: Path): boolean {
  const [open, close] = [field.indexOf('['), field.lastIndexOf(']')]
  const names = open < 0 ? field : field.slice(0, open) + field.slice(close + 1)
  return `${names}.`.startsWith(`${fields.join('.')}.`)
}

export const isFirstReadingOfSoftware = ({ verb, item }: SoftwareChange, unread: readonly Path[]): boolean =>
  verb === 'Added' &&
  unread.some(({ fields, origin }) => fields[0] === 'software' && (origin === undefined || origin === item.source))
