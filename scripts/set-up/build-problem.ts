import { codeOf, messageOf } from '@rollcall/shared/errors.ts'

/** Returns the reason why a build failed, and what to do where the build tools are missing. */
export function buildProblem(error: unknown): string {
  if (codeOf(error) !== 'ERR_MODULE_NOT_FOUND') return messageOf(error)
  return 'the build tools are missing, which "npm ci --omit=dev" leaves out: run "npm ci", then start again'
}
