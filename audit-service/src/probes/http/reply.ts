/** Head of a reply of HTTP, or of a protocol with the same grammar: RTSP (RFC 2326), SIP (RFC 3261). */
export type ReplyHead = {
  protocol: 'HTTP' | 'RTSP' | 'SIP'
  status: number
  /** By name in lower case; of several values the first. */
  headers: ReadonlyMap<string, string>
  /** Index of the body; undefined if the head is not complete. */
  bodyAt: number | undefined
}

export type HttpReply = Omit<ReplyHead, 'bodyAt'> & { body: Buffer }

/** Header lines of one reply; further lines are ignored. */
const headerLinesMax = 100
/** Longest head that is searched for its end. */
const headBytesMax = 32 * 1024

/**
 * Parses the head of a reply as devices write it: any line ends, odd headers, missing end. Returns undefined if it is
 * none.
 */
export function readHead(received: Buffer): ReplyHead | undefined {
  // Values are nearly always UTF-8 or ASCII; other bytes are replaced.
  const bytes = received.subarray(0, headBytesMax)
  const end = /\r?\n\r?\n/.exec(bytes.toString('latin1'))
  const head = bytes.toString('utf8', 0, end?.index ?? bytes.length)
  const [, protocol, status] = /^(HTTP|RTSP|SIP)\/\d\.\d (\d{3})/.exec(head) ?? []
  if (protocol === undefined) return undefined
  const headers = new Map<string, string>()
  for (const line of head.split(/\r?\n/, headerLinesMax).slice(1)) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  const bodyAt = end === null ? undefined : end.index + end[0].length
  return { protocol: protocol as ReplyHead['protocol'], status: Number(status), headers, bodyAt }
}

/** Parses a reply as far as it was received. Returns undefined if its head is none, or has no end. */
export function readReply(received: Buffer): HttpReply | undefined {
  const { bodyAt, ...head } = readHead(received) ?? {}
  if (bodyAt === undefined) return undefined
  return { ...(head as Omit<ReplyHead, 'bodyAt'>), body: bodyOf(received) }
}

const isChunked = (head: ReplyHead) => /\bchunked\b/i.test(head.headers.get('transfer-encoding') ?? '')

/** Returns true if the reply is complete; false also for a body that ends with the connection. */
export function isWholeReply(received: Buffer): boolean {
  const head = readHead(received)
  if (head?.bodyAt === undefined) return false
  if (isChunked(head)) return /\n0[^\n]{0,64}\r?\n\r?\n$/.test(received.toString('latin1', received.length - 80))
  const length = head.headers.get('content-length')
  if (length === undefined) return head.protocol !== 'HTTP' || head.status === 204 || head.status === 304
  return /^\d{1,9}$/.test(length) && received.length >= head.bodyAt + Number(length)
}

/**
 * Returns the bytes after the headers. Chunks of a chunked body (RFC 9112, section 7.1) are joined as far as received.
 */
export function bodyOf(received: Buffer): Buffer {
  const head = readHead(received)
  if (head?.bodyAt === undefined) return Buffer.alloc(0)
  let at = head.bodyAt
  if (!isChunked(head)) return received.subarray(at)
  const text = received.toString('latin1')
  const pieces: Buffer[] = []
  for (;;) {
    const size = /^([0-9a-f]{1,8})[^\n]*\n/i.exec(text.slice(at, at + 64))
    const length = Number.parseInt(size?.[1] ?? '0', 16)
    if (size === null || length === 0) return Buffer.concat(pieces)
    at += size[0].length
    pieces.push(received.subarray(at, at + length))
    // A line end follows each chunk.
    at += length + 2
  }
}
