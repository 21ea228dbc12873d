const iac = 255
const subnegotiationBegin = 250
const subnegotiationEnd = 240
/** WILL, WON'T, DO and DON'T each have an option behind them. */
const isNegotiation = (command: number) => command >= 251 && command <= 254

/** The text of a telnet stream without its commands (RFC 854); an end in the middle of one is an end. */
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

/** The place of the last byte of IAC SE. */
function endOfSubnegotiation(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(Buffer.from([iac, subnegotiationEnd]), from)
  return end < 0 ? bytes.length : end + 1
}
