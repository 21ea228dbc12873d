/** Version of every component. An Audit Service with another version is Outdated. */
export const productVersion = '0.1.0'
