import type { KoffiFunc } from 'koffi'

/** The system calls that Node has no name for. What fails gives -1, and its reason by `errno`. */
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
  /** Where the bytes are; they stay there as long as somebody holds the array. */
  addressOf: (bytes: Uint8Array) => bigint
}

type LoadedLibc = { available: true; libc: Libc } | { available: false; detail: string }

/** Where the kernel's structures are laid out as `message-vector.ts` writes them, and its constants are the common ones. */
const architectures = ['x64', 'arm64']

/** The C library this process runs on, glibc or musl, on Linux. */
export async function loadLibc(): Promise<LoadedLibc> {
  if (process.platform !== 'linux' || !architectures.includes(process.arch)) {
    return { available: false, detail: `no packets of our own making on ${process.platform}/${process.arch}` }
  }
  try {
    return { available: true, libc: bind(await import('koffi')) }
  } catch (error) {
    return { available: false, detail: `koffi, which calls the C library, was not loaded: ${String(error)}` }
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
