import { contentOf, der, elementLength } from '../der/der.ts'
import type { Print, PrintReading } from '../identify/print.ts'
import { ntlmNegotiate, readNtlmChallenge } from '../ntlm/messages.ts'
import type { Line } from '../tcp/conversation.ts'

/** requestedProtocols and selectedProtocol (MS-RDPBCGR, section 2.2.1.1.1). */
const protocols = { tls: 1, credSsp: 2, credSspEarly: 8 }
const negotiationTypes = { response: 2, failure: 3 }

/**
 * Reads name, domain and version of Windows from a remote desktop: the connection request, a TLS handshake, and CredSSP up
 * to the challenge of an NTLM login that is not continued (MS-RDPBCGR, section 5.4.2; MS-CSSP, section 3.1.5).
 */
export const rdpPrint: Print = {
  name: 'rdp',
  ports: { tcp: [3389] },
  read: (visit) =>
    visit.converse(async (line) => {
      line.send(connectionRequest)
      const confirm = readConfirm(await line.receive(tpktLength))
      if (confirm === undefined) return undefined
      const service = { name: 'ms-wbt-server', banner: securityOf(confirm) }
      const device = confirm.usesTls ? await readCredSsp(line, confirm.usesCredSsp) : undefined
      return { service, ...device }
    }),
}

/** TPKT (RFC 1006) with the X.224 connection request that asks for TLS or CredSSP. */
const connectionRequest = Buffer.from(['03000013', '0ee00000000000', '01000800', '0b000000'].join(''), 'hex')

const tpktLength = (bytes: Buffer) => (bytes.length < 4 ? undefined : bytes.readUInt16BE(2))

type Confirm = { usesTls: boolean; usesCredSsp: boolean }

/** Parses the X.224 connection confirm. A server before RDP 5.2 sends no negotiation. */
function readConfirm(message: Buffer | undefined): Confirm | undefined {
  if (message === undefined || message.length < 11 || message[0] !== 3 || message[5] !== 0xd0) return undefined
  const isNegotiated = message.length >= 19 && message[11] === negotiationTypes.response
  const selected = isNegotiated ? message.readUInt32LE(15) : 0
  return {
    usesTls: (selected & (protocols.tls | protocols.credSsp | protocols.credSspEarly)) !== 0,
    usesCredSsp: (selected & (protocols.credSsp | protocols.credSspEarly)) !== 0,
  }
}

const securityOf = ({ usesTls, usesCredSsp }: Confirm) =>
  usesCredSsp ? 'Security: network level authentication' : usesTls ? 'Security: TLS' : 'Security: RDP'

/** Returns the names in the challenge; without CredSSP only the certificate of the handshake is read. */
async function readCredSsp(line: Line, usesCredSsp: boolean): Promise<Pick<PrintReading, 'device'>> {
  if (!(await line.startTls()) || !usesCredSsp) return {}
  line.send(tsRequest)
  const answer = await line.receive(elementLength)
  const tokens = contentOf(answer && contentOf(answer, 0x30), 0xa1)
  const device = tokens && readNtlmChallenge(tokens)
  return device ? { device } : {}
}

/** TSRequest (MS-CSSP, section 2.2.1) of version 6 with one token. */
const tsRequest = der(
  0x30,
  der(0xa0, der(0x02, Buffer.from([6]))),
  der(0xa1, der(0x30, der(0x30, der(0xa0, der(0x04, ntlmNegotiate))))),
)
