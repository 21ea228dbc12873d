import type { PrintName } from '@rollcall/shared/api/scan-options.ts'
import { smbPrint } from '../smb/print.ts'
import type { Print } from './print.ts'

/** All prints by name. */
export const prints: Readonly<Record<PrintName, Print>> = {
  smb: smbPrint,
}
