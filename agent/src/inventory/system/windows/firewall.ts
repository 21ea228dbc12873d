import type { Firewall, HardwarePart } from '../../parts.ts'
import { registrySource } from '../../windows/registry-source.ts'

const services = 'HKLM\\SYSTEM\\CurrentControlSet\\Services'
const local = `${services}\\SharedAccess\\Parameters\\FirewallPolicy`
const policy = 'HKLM\\SOFTWARE\\Policies\\Microsoft\\WindowsFirewall'
const disabledService = 4

/** Profiles with their keys: in group policy, and in the local settings, which still say `Standard`. */
const profiles = [
  { profile: 'domain', policies: ['DomainProfile'], key: 'DomainProfile' },
  { profile: 'private', policies: ['PrivateProfile', 'StandardProfile'], key: 'StandardProfile' },
  { profile: 'public', policies: ['PublicProfile'], key: 'PublicProfile' },
]

/** Reads the state of Windows Defender Firewall for each profile. Group policy overrides the local setting. */
export const windowsFirewall = registrySource('windows-firewall', ['security.firewalls'], (registry): HardwarePart => {
  const isStopped = registry.values(`${services}\\MpsSvc`).number('Start') === disabledService
  const firewalls = profiles.flatMap(({ profile, policies, key }): Firewall[] => {
    const paths = [...policies.map((name) => `${policy}\\${name}`), `${local}\\${key}`]
    const enabled = paths
      .map((path) => registry.values(path).number('EnableFirewall'))
      .find((state) => state !== undefined)
    if (enabled === undefined && !isStopped) return []
    return [{ name: 'Windows Defender Firewall', profile, state: enabled === 0 || isStopped ? 'off' : 'on' }]
  })
  return { security: { firewalls } }
})
