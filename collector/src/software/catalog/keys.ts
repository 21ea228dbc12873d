import { hash } from 'node:crypto'

/** The catalog is keyed by product name and version as they are written, groups by their name in lower case. */
export const keyHashOf = (...parts: string[]): string => hash('sha256', parts.join('\0'), 'hex')

/** With the version and the ids beside it, this many characters fit PostgreSQL's index, whatever they are. */
const sortNameMax = 300

export const sortNameOf = (name: string): string => [...name.toLowerCase()].slice(0, sortNameMax).join('')
