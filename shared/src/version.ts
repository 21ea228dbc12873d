/** The version of every part; an Audit Service that says another one is Outdated. */
export const productVersion = '0.1.0'
