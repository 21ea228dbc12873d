import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { accessControl } from './access-control.ts'
import { firewalls } from './firewalls.ts'
import { antivirus } from './linux-antivirus.ts'
import { packetFilter } from './packet-filter.ts'
import { secureBoot } from './secure-boot.ts'
import { timeSync } from './time-sync.ts'
import { tpm } from './tpm.ts'

/** Sources of the machine's protection. */
export const securitySources: readonly Source<HardwarePart>[] = [
  tpm,
  secureBoot,
  firewalls,
  packetFilter,
  antivirus,
  timeSync,
  accessControl,
]
