import type { AddressFamily } from '@rollcall/shared/targets/address.ts'
import { AF_INET, AF_UNSPEC, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_STREAM } from './constants.ts'
import type { Libc } from './libc.ts'
import { SocketError } from './packet-socket.ts'
import { socketFamily, socketNameBytes } from './socket-name.ts'

const discardPort = 9

/** Reserves a TCP port of this machine that no program uses: the kernel resets the answers to it. */
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

/** Source addresses that this machine uses, by destination (IPv4). */
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

  /** Returns the source address as a number; undefined if there is no route. Sends nothing. */
  towards(name: Buffer): number | undefined {
    const { libc, descriptor, nobody } = this
    // Otherwise the kernel would keep the source of the previous address.
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

/** Returns the address to which the socket is bound. */
function nameOf(libc: Libc, descriptor: number, { name, length } = roomForName()): Buffer | undefined {
  length.writeUInt32LE(name.length)
  return libc.getsockname(descriptor, name, length) < 0 ? undefined : name
}
