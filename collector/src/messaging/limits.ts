/** What waits in each stream at most. A full one refuses (discard new): its senders keep the message and try again. */
export const taskBytesMax = 512 * 1024 * 1024
export const resultBytesMax = 4 * 1024 * 1024 * 1024
export const advisoryBytesMax = 16 * 1024 * 1024
/** Above what the streams reserve; how much the disk has is another matter. */
export const storeBytesMax = 6 * 1024 * 1024 * 1024
