/**
 * Interval at which an unreachable collector is asked again: for the data of the open page (the banner names the
 * interval), and for a page or a script that could not be loaded.
 */
export const unreachableRetryMs = 3_000
