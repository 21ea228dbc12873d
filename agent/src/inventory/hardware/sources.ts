import type { HardwarePart } from '../parts.ts'
import type { Source } from '../source.ts'
import { batteries } from './batteries.ts'
import { deviceTree } from './device-tree.ts'
import { disks } from './disks.ts'
import { accounts } from './linux/accounts.ts'
import { crictl } from './linux/crictl.ts'
import { docker } from './linux/docker.ts'
import { initScripts } from './linux/init-scripts.ts'
import { kubernetesNode } from './linux/kubernetes-node.ts'
import { libvirt } from './linux/libvirt.ts'
import { lxc } from './linux/lxc.ts'
import { podman } from './linux/podman.ts'
import { proxmox } from './linux/proxmox.ts'
import { systemdServices } from './linux/systemd-services.ts'
import { pendingUpdates } from './linux/updates/pending-updates.ts'
import { virtualbox } from './linux/virtualbox.ts'
import { memory } from './memory.ts'
import { monitors } from './monitors.ts'
import { osRelease } from './os-release.ts'
import { pci } from './pci.ts'
import { printQueues } from './print-queues.ts'
import { processors } from './processors.ts'
import { securitySources } from './security/sources.ts'
import { smartctl } from './smartctl.ts'
import { dmidecode } from './smbios/dmidecode.ts'
import { dmi } from './smbios/sysfs.ts'
import { smbios } from './smbios/tables.ts'
import { usb } from './usb.ts'
import { virtualization } from './virtualization.ts'
import { volumes } from './volumes.ts'

/** Sources of the hardware section. If two have a value, the first one wins. */
export const hardwareSources: readonly Source<HardwarePart>[] = [
  // Before SMBIOS: the kernel knows the processors that are in use, and the state of batteries.
  processors,
  batteries,
  smbios,
  dmidecode,
  dmi,
  deviceTree,
  virtualization,
  osRelease,
  memory,
  // Its verdict comes before the sensors that the kernel shows.
  smartctl,
  disks,
  volumes,
  pci,
  usb,
  monitors,
  printQueues,
  ...securitySources,
  pendingUpdates,
  accounts,
  systemdServices,
  initScripts,
  docker,
  podman,
  crictl,
  // Before LXC: Proxmox knows the names of its containers.
  proxmox,
  lxc,
  libvirt,
  virtualbox,
  kubernetesNode,
]
