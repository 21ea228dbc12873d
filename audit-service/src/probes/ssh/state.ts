import { type HostKeys, openHostKeys } from './host-keys.ts'
import { createLoginMemory, type LoginMemory } from './login-memory.ts'

/** What one Audit Service knows of the SSH servers it has met. */
export type SshState = { hostKeys: HostKeys; memory: LoginMemory }

export const openSshState = (stateDir: string): SshState => ({
  hostKeys: openHostKeys(stateDir),
  memory: createLoginMemory(),
})
