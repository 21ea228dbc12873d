import { expect, it } from 'vitest'
import { isContainer } from './virtualization.ts'

it('distinguishes containers from virtual machines and from hardware', () => {
  expect(['lxc', 'docker', 'wsl', 'systemd-nspawn'].every(isContainer)).toBe(true)
  expect(['kvm', 'vmware', 'none', undefined].some(isContainer)).toBe(false)
})
