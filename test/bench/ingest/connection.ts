import { once } from 'node:events'
import { connect, type TLSSocket } from 'node:tls'

export type Answer = { status: number; body: string }

const headEnd = Buffer.from('\r\n\r\n')

/** One connection that stays open, as thin as it can be: the collector shares the cores with those that load it. */
export class Connection {
  readonly #socket: TLSSocket
  #received: Buffer = Buffer.alloc(0)
  #waiting: { resolve: (answer: Answer) => void; reject: (error: Error) => void } | undefined
  #failure: Error | undefined

  private constructor(socket: TLSSocket) {
    this.#socket = socket
    socket.on('data', (part: Buffer) => this.#take(part))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the connection was closed')))
  }

  static async open(url: URL, caPem: string): Promise<Connection> {
    const socket = connect({ host: url.hostname, port: Number(url.port), ca: caPem })
    socket.setNoDelay(true)
    await once(socket, 'secureConnect')
    return new Connection(socket)
  }

  /** Its answer must say its length. One at a time. */
  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure)
      this.#waiting = { resolve, reject }
      this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(part: Buffer): void {
    this.#received = this.#received.length === 0 ? part : Buffer.concat([this.#received, part])
    const end = this.#received.indexOf(headEnd)
    if (end < 0) return
    const head = this.#received.toString('latin1', 0, end)
    const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
    if (length === undefined) {
      this.#fail(new Error(`an answer without its length: ${head}`))
      return
    }
    const bodyEnd = end + headEnd.length + Number(length)
    if (this.#received.length < bodyEnd) return
    const answer = {
      status: Number(head.slice(9, 12)),
      body: this.#received.toString('utf8', end + headEnd.length, bodyEnd),
    }
    this.#received = this.#received.subarray(bodyEnd)
    this.#waiting?.resolve(answer)
  }

  #fail(error: Error): void {
    this.#failure ??= error
    this.#waiting?.reject(this.#failure)
  }
}
