export const macBytes = (macAddress: string): Buffer => Buffer.from(macAddress.replaceAll(':', ''), 'hex')

/** A hardware address that one host can have; undefined for zero and for groups. */
export function hostMac(bytes: Buffer): string | undefined {
  const [first = 1] = bytes
  if ((first & 1) !== 0 || bytes.every((byte) => byte === 0)) return undefined
  return bytes.toString('hex').replace(/..(?=.)/g, '$&:')
}
