import { clientType } from '@rollcall/shared/api/audit-data.ts'
import type { Modifier } from '../../store/schema/devices.ts'

/** Who changed a record last, as the older family says it. */
export function modifierInfo(modifier: Modifier | null): { clientType: number; title: string; userId: string } | null {
  return modifier && { clientType: clientType[modifier.kind], title: modifier.name, userId: modifier.id }
}
