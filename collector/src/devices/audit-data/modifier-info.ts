import { clientType } from '@rollcall/shared/api/audit-data.ts'
import type { Modifier } from '../../store/schema/devices.ts'

/** Actor of a record's last change in the form of the older family. */
export function modifierInfo(modifier: Modifier | null): { clientType: number; title: string; userId: string } | null {
  return modifier && { clientType: clientType[modifier.kind], title: modifier.name, userId: modifier.id }
}
