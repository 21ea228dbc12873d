/** A number that IEEE 802.1Q has for a VLAN; 0 and 4095 stand for something else. */
export const vlanOf = (id: number | undefined): number | undefined =>
  id !== undefined && Number.isInteger(id) && id >= 1 && id <= 4094 ? id : undefined
