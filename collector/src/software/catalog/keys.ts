import { hash } from 'node:crypto'

/**
 * Hashes a key of the catalog. Products are keyed by name and version as reported, groups by their name in lower case.
 */
export const keyHashOf = (...parts: string[]): string => hash('sha256', parts.join('\0'), 'hex')

/**
 * Characters of a name that fit PostgreSQL's index together with the version and the ids, whatever the characters are.
 */
const sortNameMax = 300

export const sortNameOf = (name: string): string => [...name.toLowerCase()].slice(0, sortNameMax).join('')
