/**
 * Maximum bytes of pending messages in each stream. A full stream rejects new messages (discard new), and senders
 * retry.
 */
export const taskBytesMax = 512 * 1024 * 1024
/** Maximum bytes of pending results of one Audit Service. Its spool holds many times as much. */
export const resultBytesMax = 64 * 1024 * 1024
export const advisoryBytesMax = 16 * 1024 * 1024
/** Above the reservations of thousands of services; the disk is a separate limit. */
export const storeBytesMax = 1024 ** 4
