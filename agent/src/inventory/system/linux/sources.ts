import type { HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { accounts } from './accounts.ts'
import { crictl } from './crictl.ts'
import { docker } from './docker.ts'
import { hyperVGuest } from './hyper-v-guest.ts'
import { initScripts } from './init-scripts.ts'
import { kubernetesNode } from './kubernetes-node.ts'
import { libvirt } from './libvirt.ts'
import { lxc } from './lxc.ts'
import { podman } from './podman.ts'
import { proxmox } from './proxmox.ts'
import { systemdServices } from './systemd-services.ts'
import { pendingUpdates } from './updates/pending-updates.ts'
import { virtualbox } from './virtualbox.ts'

/** Sources of what a Linux system runs: updates, accounts, services, containers and virtual machines, and who hosts it. */
export const linuxSources: readonly Source<HardwarePart>[] = [
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
  hyperVGuest,
]
