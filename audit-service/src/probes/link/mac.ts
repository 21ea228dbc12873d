export const macBytes = (macAddress: string): Buffer => Buffer.from(macAddress.replaceAll(':', ''), 'hex')

/** Returns a hardware address that can belong to a host; undefined for zero and for group addresses. */
export function hostMac(bytes: Buffer): string | undefined {
  const [first = 1] = bytes
  if ((first & 1) !== 0 || bytes.every((byte) => byte === 0)) return undefined
  return bytes.toString('hex').replace(/..(?=.)/g, '$&:')
}
