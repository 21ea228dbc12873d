/** The smallest limit of a group: a commit costs as much as several deliveries. */
const deliveriesMin = 16

/** Share of the newest measurement in the cost of a delivery, if that falls. A rise counts at once. */
const newShare = 0.25

/**
 * Limits groups so that the transaction of one takes about `msMax`, whatever its deliveries cost. Everybody else who
 * writes waits for that time, and each call of the API writes: it is counted before it is answered.
 */
export function createGroupSize(deliveriesMax: number, msMax: number) {
  let msPerDelivery = 0
  return {
    /** Returns the maximum of deliveries for the next group. */
    limit: (): number =>
      Math.min(deliveriesMax, Math.max(deliveriesMin, msPerDelivery > 0 ? msMax / msPerDelivery : deliveriesMax)),
    /** Learns from a stored group. */
    stored(deliveries: number, ms: number): void {
      const measured = ms / deliveries
      msPerDelivery = measured > msPerDelivery ? measured : msPerDelivery + (measured - msPerDelivery) * newShare
    },
  }
}
