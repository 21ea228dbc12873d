import { hardwareSources } from './hardware/sources.ts'
import { cloudInstance } from './identity/cloud-instance.ts'
import { machineId } from './identity/machine-id.ts'
import { sshHostKeys } from './identity/ssh-host-keys.ts'
import { networkSources } from './network/sources.ts'
import type { HardwarePart, IdentityPart, NetworkPart, SoftwarePart } from './parts.ts'
import { softwareSources } from './software/sources.ts'
import type { Source } from './source.ts'

/** The sources of each section of an observation. */
export type SourceSet = {
  hardware: readonly Source<HardwarePart>[]
  software: readonly Source<SoftwarePart>[]
  network: readonly Source<NetworkPart>[]
  identity: readonly Source<IdentityPart>[]
}

/** Sources of a Linux machine, local or remote. */
export const linuxSources: SourceSet = {
  hardware: hardwareSources,
  software: softwareSources,
  network: networkSources,
  identity: [machineId, sshHostKeys, cloudInstance],
}
