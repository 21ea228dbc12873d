import type { IdentityPart } from '../parts.ts'
import type { Source } from '../source.ts'
import { cloudInstance } from './cloud-instance.ts'
import { machineId } from './machine-id.ts'
import { sshHostKeys } from './ssh-host-keys.ts'

export const identitySources: readonly Source<IdentityPart>[] = [machineId, sshHostKeys, cloudInstance]
