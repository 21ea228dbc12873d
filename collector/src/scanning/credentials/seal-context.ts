/** Binds a sealed credential to its row, so that one cannot be put in another's place. */
export const sealContext = (credentialId: string): string => `credential:${credentialId}`
