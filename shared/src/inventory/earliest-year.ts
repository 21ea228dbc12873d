/**
 * Earliest plausible year of something that happened on a computer: an installation, a start, a sign-in. The zeros of
 * clocks are before it: 0001 (Go), 1601 (Windows), 1970 (Unix) and 1980 (a PC whose battery is empty).
 */
export const earliestYear = 1990
