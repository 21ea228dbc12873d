import { OperatorError } from '../errors.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** Returns the level of the logs that the operator wants: `ROLLCALL_LOG_LEVEL`, else `info`. */
export function readLogLevel(env: NodeJS.ProcessEnv): (typeof levels)[number] {
  const text = env['ROLLCALL_LOG_LEVEL'] ?? 'info'
  const level = levels.find((each) => each === text)
  if (level === undefined)
    throw new OperatorError(`ROLLCALL_LOG_LEVEL must be trace, debug, info, warn or error, not "${text}"`)
  return level
}
