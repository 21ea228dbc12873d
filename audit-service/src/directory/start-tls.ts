import type { Socket } from 'node:net'
import { BerReader } from 'ldapts'
import { DirectoryError } from './fault.ts'

/** ExtendedRequest of RFC 4511 section 4.14.1: message 1, requestName 1.3.6.1.4.1.1466.20037, no value. */
const request = Buffer.from('301d02010177188016312e332e362e312e342e312e313436362e3230303337', 'hex')
/** SEQUENCE */
const ldapMessage = 0x30
/** [APPLICATION 24] */
const extendedResponse = 0x78
const answerBytesMax = 4096

/**
 * Requests StartTLS on a clear-text connection. Resolves if the server agreed and has sent nothing else: clear-text
 * bytes after its answer could come from anyone, and must not be read as the server's.
 */
export async function startTls(socket: Socket): Promise<void> {
  socket.write(request)
  let answer = Buffer.alloc(0)
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    answer = Buffer.concat([answer, chunk])
    if (answer.length > answerBytesMax) throw new DirectoryError('its answer to StartTLS is too large')
    const code = resultCode(answer)
    if (code === undefined) continue
    if (code !== 0) throw new DirectoryError(`it refuses StartTLS (LDAP result ${code}): use ldaps://`)
    return
  }
  throw new DirectoryError('it ended the connection instead of answering StartTLS')
}

/** Returns the result code of the single ExtendedResponse in the bytes; undefined while it is incomplete. */
function resultCode(bytes: Buffer): number | undefined {
  if (bytes[0] !== ldapMessage) throw new DirectoryError('it does not speak LDAP')
  const reader = new BerReader(bytes)
  try {
    if (reader.readSequence() === null || reader.remain < reader.length) return undefined
    if (reader.remain > reader.length) throw new DirectoryError('it sends further data before TLS')
    reader.readInt()
    if (reader.readSequence(extendedResponse) === null) throw new DirectoryError('its answer to StartTLS is incomplete')
    return reader.readEnumeration() ?? 1
  } catch (cause) {
    if (cause instanceof DirectoryError) throw cause
    throw new DirectoryError('it does not speak LDAP', { cause })
  }
}
