import type { Counted } from './api.ts'
import { BlockReader } from './memory-block.ts'

type LocalUser = { name: string; fullName: string; isDisabled: boolean }

const rowBytes = 32
const disabledFlag = 0x2

/** Decodes USER_INFO_20 structures (lmaccess.h). */
export function decodeLocalUsers({ block, count }: Counted): LocalUser[] {
  return Array.from({ length: count }, (_, index) => {
    const row = new BlockReader(block, index * rowBytes)
    return {
      name: row.wideText(0) ?? '',
      fullName: row.wideText(8) ?? '',
      isDisabled: (row.u32(24) & disabledFlag) !== 0,
    }
  })
}
