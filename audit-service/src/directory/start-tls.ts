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
 * Asks the server on a connection in clear to go on in TLS. Resolves when it agreed and has sent nothing else: what comes
 * in clear behind its answer could be anybody's, and must not be read as if it were the server's.
 */
export async function startTls(socket: Socket): Promise<void> {
  socket.write(request)
  let answer = Buffer.alloc(0)
  for await (const chunk of socket.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    answer = Buffer.concat([answer, chunk])
    if (answer.length > answerBytesMax) throw new DirectoryError('it answers StartTLS with too much')
    const code = resultCode(answer)
    if (code === undefined) continue
    if (code !== 0) throw new DirectoryError(`it refuses StartTLS (LDAP result ${code}): use ldaps://`)
    return
  }
  throw new DirectoryError('it ended the connection instead of answering StartTLS')
}

/** The result of the one ExtendedResponse that the bytes hold; undefined while it is not complete. */
function resultCode(bytes: Buffer): number | undefined {
  if (bytes[0] !== ldapMessage) throw new DirectoryError('it does not speak LDAP')
  const reader = new BerReader(bytes)
  try {
    if (reader.readSequence() === null || reader.remain < reader.length) return undefined
    if (reader.remain > reader.length) throw new DirectoryError('it sends more than its answer to StartTLS before TLS')
    reader.readInt()
    if (reader.readSequence(extendedResponse) === null) throw new DirectoryError('it cuts its answer to StartTLS short')
    return reader.readEnumeration() ?? 1
  } catch (cause) {
    if (cause instanceof DirectoryError) throw cause
    throw new DirectoryError('it does not speak LDAP', { cause })
  }
}
