import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { AF_INET, AF_UNSPEC, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_STREAM } from './constants.ts'
import type { Libc } from './libc.ts'
import { SocketError } from './packet-socket.ts'
import { socketFamily, socketNameBytes } from './socket-name.ts'

const discardPort = 9

/** A TCP port of this machine's that no program uses: the kernel resets what is answered to it. */
export function reservePort(libc: Libc, family: AddressFamily): { port: number; close: () => void } {
  const descriptor = openSocket(libc, socketFamily[family], SOCK_STREAM)
  const any = Buffer.alloc(socketNameBytes[family])
  any.writeUInt16LE(socketFamily[family])
  const bound = libc.bind(descriptor, any, any.length)
  const port = bound < 0 ? 0 : (nameOf(libc, descriptor)?.readUInt16BE(2) ?? 0)
  if (port === 0) {
    const error = new SocketError('bind', libc.errno())
    libc.close(descriptor)
    throw error
  }
  return { port, close: () => libc.close(descriptor) }
}

/** Which of this machine's IPv4 addresses packets to an address come from. */
export class SourceAddresses {
  private readonly libc: Libc
  private readonly descriptor: number
  private readonly nobody = Buffer.alloc(socketNameBytes[4])
  private readonly own = roomForName()

  constructor(libc: Libc) {
    this.libc = libc
    this.descriptor = openSocket(libc, AF_INET, SOCK_DGRAM)
    this.nobody.writeUInt16LE(AF_UNSPEC)
  }

  /** The number of the source address; undefined where there is no way to that address. Sends nothing. */
  towards(name: Buffer): number | undefined {
    const { libc, descriptor, nobody } = this
    // Without it the kernel would keep to the source of the address before.
    libc.connect(descriptor, nobody, nobody.length)
    name.writeUInt16BE(discardPort, 2)
    const connected = libc.connect(descriptor, name, socketNameBytes[4])
    name.writeUInt16BE(0, 2)
    return connected < 0 ? undefined : nameOf(libc, descriptor, this.own)?.readUInt32BE(4)
  }

  close(): void {
    this.libc.close(this.descriptor)
  }
}

function openSocket(libc: Libc, family: number, type: number): number {
  const descriptor = libc.socket(family, type | SOCK_CLOEXEC, 0)
  if (descriptor < 0) throw new SocketError('socket', libc.errno())
  return descriptor
}

const roomForName = () => ({ name: Buffer.alloc(socketNameBytes[6]), length: Buffer.alloc(4) })

/** What the socket is bound to. */
function nameOf(libc: Libc, descriptor: number, { name, length } = roomForName()): Buffer | undefined {
  length.writeUInt32LE(name.length)
  return libc.getsockname(descriptor, name, length) < 0 ? undefined : name
}
