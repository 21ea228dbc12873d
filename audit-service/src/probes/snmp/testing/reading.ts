import { afterEach } from 'vitest'
import { communityEndpoint } from '../endpoint.ts'
import { oid } from '../oid.ts'
import { type Pdu, PduType } from '../pdu.ts'
import type { SnmpReader } from '../reader.ts'
import { createSession, type SessionOptions } from '../session.ts'
import { UdpTransport } from '../transport.ts'
import { Tag, type Varbind } from '../varbind.ts'
import { type Agent, type Behaviour, startAgent } from './agent.ts'

export const table = oid('1.3.6.1.4.1.99999.1')
export const row = (column: number, index: number): Varbind => ({
  oid: [...table, column, index],
  tag: Tag.integer,
  value: index,
})
export const columnOf = (column: number, rows: number) => Array.from({ length: rows }, (_, i) => row(column, i + 1))
export const response = (pdu: Pdu, varbinds: Varbind[]): Pdu => ({
  ...pdu,
  type: PduType.response,
  errorStatus: 0,
  errorIndex: 0,
  varbinds,
})

type ReadingOptions = Partial<SessionOptions> & { version?: 'v1' | 'v2c'; address?: string; port?: number }

/** Starts agents and reads them over one transport; all are closed after each test of the file. */
export function readingsOfTest() {
  const agents: Agent[] = []
  let transport: UdpTransport | undefined
  afterEach(async () => {
    await transport?.close()
    transport = undefined
    await Promise.all(agents.splice(0).map((agent) => agent.stop()))
  })
  return async (behave: Behaviour, options: ReadingOptions = {}): Promise<{ reader: SnmpReader; agent: Agent }> => {
    const { version = 'v2c', address, port, ...session } = options
    transport ??= new UdpTransport()
    const shared = transport
    const agent = await startAgent(behave, address, port)
    agents.push(agent)
    const endpoint = communityEndpoint(shared, agent, { kind: 'snmp-community', version, community: 'public' })
    return { reader: createSession(endpoint, { timeoutMs: 100, retries: 1, ...session }), agent }
  }
}
