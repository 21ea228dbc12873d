/** Where the agent says what it does; a pino logger is one. */
export type Log = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}
