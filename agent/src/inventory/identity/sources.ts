import type { Source } from '../source.ts'
import { cloudInstance } from './cloud-instance.ts'
import { machineId } from './machine-id.ts'
import type { IdentityPart } from './part.ts'
import { sshHostKeys } from './ssh-host-keys.ts'

export const identitySources: readonly Source<IdentityPart>[] = [machineId, sshHostKeys, cloudInstance]
