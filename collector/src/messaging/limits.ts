/** Bytes that wait in each stream at most. A full one refuses (discard new): its senders keep the message and try again. */
export const taskBytesMax = 512 * 1024 * 1024
/** Results of one Audit Service. Its spool holds many times as much. */
export const resultBytesMax = 64 * 1024 * 1024
export const advisoryBytesMax = 16 * 1024 * 1024
/** Above what the streams of thousands of services reserve; how much the disk has is another matter. */
export const storeBytesMax = 1024 ** 4
