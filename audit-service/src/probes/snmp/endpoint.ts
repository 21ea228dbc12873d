import type { SnmpCommunityCredential } from '@rollcall/shared/messages/credential.ts'
import { SnmpError } from './errors.ts'
import { decodeMessage, encodeCommunityMessage, MessageVersion } from './message.ts'
import { ErrorStatus, type PduRequest, PduType, type ReceivedPdu } from './pdu.ts'
import type { Patience, SnmpTarget, UdpTransport } from './transport.ts'

/**
 * One agent with one credential: sends a request and returns the response PDU. Rejects with SnmpError, or if aborted.
 */
export type SnmpEndpoint = {
  version: 'v1' | 'v2c' | 'v3'
  request: (request: PduRequest, patience: Patience) => Promise<ReceivedPdu>
}

export function communityEndpoint(
  transport: UdpTransport,
  target: SnmpTarget,
  credential: SnmpCommunityCredential,
): SnmpEndpoint {
  const version = MessageVersion[credential.version]
  const unindexed = Buffer.from(credential.community, 'utf8')
  return {
    version: credential.version,
    request: (request, patience) => {
      const id = transport.nextId()
      // Cisco's community string indexing.
      const { vlan } = request
      const community = vlan === undefined ? unindexed : Buffer.from(`${credential.community}@${vlan}`, 'utf8')
      const message = encodeCommunityMessage({ version, community, pdu: { ...request, requestId: id } })
      const accept = (bytes: Buffer) => {
        const answer = decodeMessage(bytes)
        if (answer.version !== version || answer.pdu.type !== PduType.response) return undefined
        return authorized(answer.pdu)
      }
      return transport.exchange({ patience, target, id, message, accept })
    },
  }
}

/** Throws if the engine denies this user or community all access. */
export function authorized(pdu: ReceivedPdu): ReceivedPdu {
  if (pdu.errorStatus === ErrorStatus.authorizationError || pdu.errorStatus === ErrorStatus.noAccess) {
    throw new SnmpError('not-authorized', 'the agent denies this credential read access (authorizationError)')
  }
  return pdu
}
