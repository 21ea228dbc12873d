import { v7 } from 'uuid'

/** A new UUIDv7 (RFC 9562): unique, and in the order of its making. */
export const newId = (): string => v7()

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => uuidPattern.test(text)
