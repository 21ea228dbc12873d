/** Returns the time `ms` milliseconds after another, in the form of the store. */
export const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()

export const earlier = (time: string, ms: number): string => later(time, -ms)
