/** Told to better-auth by us, never by the caller. */
export const addressHeader = 'x-rollcall-address'
