import type { KoffiFunc } from 'koffi'

/** System calls that Node does not offer. A failed call returns -1, with the reason in `errno`. */
export type Libc = {
  socket: (family: number, type: number, protocol: number) => number
  bind: (socket: number, name: Uint8Array, nameBytes: number) => number
  connect: (socket: number, name: Uint8Array, nameBytes: number) => number
  getsockname: (socket: number, name: Uint8Array, nameBytes: Uint8Array) => number
  setsockopt: (socket: number, level: number, option: number, value: Uint8Array, valueBytes: number) => number
  getsockopt: (socket: number, level: number, option: number, value: Uint8Array, valueBytes: Uint8Array) => number
  sendmmsg: KoffiFunc<(socket: number, messages: Uint8Array, count: number, flags: number) => number>
  recvmmsg: (socket: number, messages: Uint8Array, count: number, flags: number, timeout: null) => number
  if_nametoindex: (name: string) => number
  close: (socket: number) => number
  errno: () => number
  /** Returns the memory address of the bytes; valid while the array is referenced. */
  addressOf: (bytes: Uint8Array) => bigint
}

type LoadedLibc = { available: true; libc: Libc } | { available: false; detail: string }

/** Architectures with the structure layouts of `message-vector.ts` and the common constants. */
const architectures = ['x64', 'arm64']

/** Loads the C library of this process, glibc or musl, on Linux. */
export async function loadLibc(): Promise<LoadedLibc> {
  if (process.platform !== 'linux' || !architectures.includes(process.arch)) {
    return { available: false, detail: `raw packets are not supported on ${process.platform}/${process.arch}` }
  }
  try {
    return { available: true, libc: bind(await import('koffi')) }
  } catch (error) {
    return { available: false, detail: `koffi, which calls the C library, cannot be loaded: ${String(error)}` }
  }
}

function bind(koffi: Pick<typeof import('koffi'), 'load' | 'errno' | 'address'>): Libc {
  const library = koffi.load(null)
  return {
    socket: library.func('int socket(int, int, int)'),
    bind: library.func('int bind(int, void *, uint32_t)'),
    connect: library.func('int connect(int, void *, uint32_t)'),
    getsockname: library.func('int getsockname(int, void *, void *)'),
    setsockopt: library.func('int setsockopt(int, int, int, void *, uint32_t)'),
    getsockopt: library.func('int getsockopt(int, int, int, void *, void *)'),
    sendmmsg: library.func('int sendmmsg(int, void *, unsigned int, int)'),
    recvmmsg: library.func('int recvmmsg(int, void *, unsigned int, int, void *)'),
    if_nametoindex: library.func('unsigned int if_nametoindex(const char *)'),
    close: library.func('int close(int)'),
    errno: () => koffi.errno(),
    addressOf: (bytes) => koffi.address(bytes),
  }
}
