/** Set by `npm run test:hostile`: how many times the runs of `npm test`. */
export const factor = Number(process.env['ROLLCALL_FUZZ_FACTOR'] ?? 1)

export const isLongForm = factor > 1
