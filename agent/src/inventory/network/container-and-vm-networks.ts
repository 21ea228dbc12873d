/** Bridges and host ends of container and VM networks, as their software names them. */
const guestInterface = new RegExp(
  [
    '^docker|^br-[0-9a-f]{12}$|^podman|^nerdctl|^cni|^flannel|^cali|^cilium|^vxlan\\.calico$|^weave|^kube-|^nodelocaldns',
    '^lxc|^lxd|^incus|^hassio|^veth|^tap|^virbr|^vnet|^mpqemubr',
    // The same of VMware, VirtualBox, Windows and macOS.
    '^vmnet|^vboxnet|^VMware Network Adapter|^VirtualBox Host-Only|^vEthernet \\((Default Switch|WSL|nat)|^bridge1\\d\\d$',
  ].join('|'),
)

/**
 * Reports whether an interface leads only to guests of its machine. The addresses of such networks repeat on every host
 * of the same kind.
 */
export const isGuestInterface = (name: string): boolean => guestInterface.test(name)
