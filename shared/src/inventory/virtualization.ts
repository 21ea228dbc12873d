/** Kinds of systemd-detect-virt(1) that share the kernel of their host, and its firmware tables. */
const containerKinds: ReadonlySet<string> = new Set([
  'openvz',
  'lxc',
  'lxc-libvirt',
  'systemd-nspawn',
  'docker',
  'podman',
  'rkt',
  'wsl',
  'proot',
  'pouch',
  'container-other',
])

/** Detects a container, which shows its host's UUID, serial numbers and disks. */
export const isContainer = (virtualization: string | undefined): boolean => containerKinds.has(virtualization ?? '')
