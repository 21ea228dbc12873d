/** Header that gives better-auth the caller's address. The collector sets it, never the caller. */
export const addressHeader = 'x-rollcall-address'
