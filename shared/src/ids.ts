import { v7 } from 'uuid'

/** Ids per call for random bytes: one call costs as much for one id as for all of these. */
const idsPerPool = 512
const bytesPerId = 16

/** Makes the ids of one process ascend, also within a millisecond. */
class IdSource {
  readonly #pool = new Uint8Array(idsPerPool * bytesPerId)
  #used = this.#pool.length
  #msecs = 0
  /** 32 bits after the time (RFC 9562, section 6.2, method 1). */
  #sequence = 0

  next(): string {
    if (this.#used === this.#pool.length) {
      crypto.getRandomValues(this.#pool)
      this.#used = 0
    }
    const random = this.#pool.subarray(this.#used, this.#used + bytesPerId)
    this.#used += bytesPerId
    const now = Date.now()
    if (now > this.#msecs) {
      this.#msecs = now
      // The highest bit stays zero so that the counter cannot overflow soon.
      this.#sequence = new DataView(random.buffer, random.byteOffset).getUint32(0) >>> 1
    } else {
      this.#sequence = (this.#sequence + 1) | 0
      if (this.#sequence === 0) this.#msecs += 1
    }
    return v7({ random, msecs: this.#msecs, seq: this.#sequence })
  }
}

const ids = new IdSource()

/** Returns a new UUIDv7 (RFC 9562). Ids are unique and sort by creation time. */
export const newId = (): string => ids.next()

/** Returns a UUIDv7 of these 16 random bytes. `newId` loads Node's Web Crypto, which takes longer than a single id. */
export const idOf = (random: Uint8Array): string => v7({ random })

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuidPattern.test(text)
