/** Returns a VLAN number of IEEE 802.1Q; undefined for 0 and 4095, which are reserved. */
export const vlanOf = (id: number | undefined): number | undefined =>
  id !== undefined && Number.isInteger(id) && id >= 1 && id <= 4094 ? id : undefined
