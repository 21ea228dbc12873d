const iac = 255
const subnegotiationBegin = 250
const subnegotiationEnd = 240
/** Returns true for WILL, WON'T, DO and DON'T, which are followed by an option. */
const isNegotiation = (command: number) => command >= 251 && command <= 254

/** Returns the text of a telnet stream without its commands (RFC 854). A truncated command ends the text. */
export function withoutTelnetCommands(bytes: Buffer): Buffer {
  const text: number[] = []
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0
    if (byte !== iac) {
      text.push(byte)
      continue
    }
    const command = bytes[at + 1] ?? 0
    if (command === iac) text.push(iac)
    if (command === subnegotiationBegin) at = endOfSubnegotiation(bytes, at + 2)
    else at += isNegotiation(command) ? 2 : 1
  }
  return Buffer.from(text)
}

/** Returns the index of the last byte of IAC SE. */
function endOfSubnegotiation(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(Buffer.from([iac, subnegotiationEnd]), from)
  return end < 0 ? bytes.length : end + 1
}
