import { type AgentOptions, type ClientRequestArgs, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent, type RequestOptions } from 'node:https'
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Outbound, Purpose } from './outbound.ts'

type Callback = (error: Error | null, socket: Socket) => void

export type OutboundAgents = { http: HttpAgent; https: HttpsAgent }

/** Returns agents of node:http and node:https whose connections all pass the outbound policy. */
export function outboundAgents(outbound: Outbound, purpose: Purpose, options: AgentOptions = {}): OutboundAgents {
  const dial = ({ host, port, signal }: ClientRequestArgs) =>
    outbound.connect(purpose, { host: host ?? '', port: Number(port), signal })
  const handOver = (socket: Promise<Socket>, callback: Callback | undefined) => {
    const failed = (error: Error) => callback?.(error, undefined as unknown as Socket)
    socket.then((connected) => callback?.(null, connected), failed)
    return undefined
  }
  class GuardedHttpAgent extends HttpAgent {
    override createConnection(request: ClientRequestArgs, callback?: Callback): undefined {
      return handOver(dial(request), callback)
    }
  }
  class GuardedHttpsAgent extends HttpsAgent {
    override createConnection(request: RequestOptions, callback?: Callback): undefined {
      return handOver(
        dial(request).then((socket) => connectTls({ minVersion: 'TLSv1.2', ...request, socket } as object)),
        callback,
      )
    }
  }
  return { http: new GuardedHttpAgent(options), https: new GuardedHttpsAgent(options) }
}
