import { asMac, asText } from '../text.ts'
import { asBytes, asNumber, type Varbind } from '../varbind.ts'
import { addressOfOctets } from './inet-address.ts'

/** What an LLDP chassis or port id says, by its subtype. */
type LldpId = { text: string; macAddress?: string }

/** LldpChassisIdSubtype and LldpPortIdSubtype (IEEE 802.1AB) differ in where these two stand. */
const chassisSubtypes = { mac: 4, address: 5 }
const portSubtypes = { mac: 3, address: 4 }

export const chassisIdOf = (subtype: Varbind | undefined, id: Varbind | undefined) => idOf(chassisSubtypes, subtype, id)
export const portIdOf = (subtype: Varbind | undefined, id: Varbind | undefined) => idOf(portSubtypes, subtype, id)

function idOf(
  { mac, address }: typeof chassisSubtypes,
  subtype: Varbind | undefined,
  id: Varbind | undefined,
): LldpId | undefined {
  const kind = asNumber(subtype)
  const macAddress = kind === mac ? asMac(id) : undefined
  if (macAddress !== undefined) return { text: macAddress, macAddress }
  // A network address starts with its IANA address family.
  const text = (kind === address ? addressOfOctets(asBytes(id)?.subarray(1)) : undefined) ?? asText(id)
  return text === undefined ? undefined : { text }
}
