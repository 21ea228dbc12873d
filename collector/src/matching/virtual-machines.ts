import { manufacturerKey } from './manufacturers.ts'

const virtualManufacturers = new Set([
  'vmware',
  'qemu',
  'innotek',
  'xen',
  'bochs',
  'parallels',
  'ovirt',
  'openstack',
  'red',
  'bhyve',
  'amazon',
  'alibaba',
  'digitalocean',
  'hetzner',
  'scaleway',
  'upcloud',
  'vultr',
])

/** Models of virtual machines whose manufacturer builds physical machines, too. */
const virtualModels = /virtual|\b(kvm|hvm|ahv|google compute engine)\b/i

type Guest = { manufacturer?: string | undefined; model?: string | undefined; virtualization?: string | undefined }

/** Detects a virtual machine: its serial number is as easily copied as its UUID. */
export function isVirtual({ manufacturer = '', model = '', virtualization = '' }: Guest): boolean {
  if (virtualization !== '' && virtualization !== 'none') return true
  return virtualManufacturers.has(manufacturerKey(manufacturer) ?? '') || virtualModels.test(model)
}
