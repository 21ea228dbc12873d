import { asMac, asText } from '../text.ts'
import { asBytes, asNumber, type Varbind } from '../varbind.ts'
import { addressOfOctets } from './inet-address.ts'

/** A decoded LLDP chassis or port id. */
type LldpId = { text: string; macAddress?: string }

/** Numbers of these two subtypes differ between LldpChassisIdSubtype and LldpPortIdSubtype (IEEE 802.1AB). */
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
