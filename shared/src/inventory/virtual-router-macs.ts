/** MACs of the addresses that several routers serve by turns. The router in charge of an address has them. */
const prefixes: readonly string[] = [
  // VRRP for IPv4 and IPv6 (RFC 9568)
  '00:00:5e:00:01:',
  '00:00:5e:00:02:',
  // HSRP: version 1, version 2, and version 2 for IPv6
  '00:00:0c:07:ac:',
  '00:00:0c:9f:f',
  '00:05:73:a0:0',
  // GLBP
  '00:07:b4:0',
]

/** `mac` in colon form, lower case. */
export const isVirtualRouterMac = (mac: string): boolean => prefixes.some((prefix) => mac.startsWith(prefix))
