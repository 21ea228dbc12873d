/** Logger of the agent; compatible with pino. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
