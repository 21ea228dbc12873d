import { expect } from 'vitest'

/** The command failed (exit code 1) and said so in one line for people: what is wrong and what to do, with no stack. */
export function expectOneLine(result: { code: number | null; stdout: string; stderr: string }, line: RegExp): void {
  const lines = result.stderr.trimEnd().split('\n')
  const complaints = lines.flatMap((each) => /^rollcall: (.*)$/.exec(each)?.[1] ?? [])
  expect({ code: result.code, stdout: result.stdout, complaints }, result.stderr).toEqual({
    code: 1,
    stdout: '',
    complaints: [expect.stringMatching(line)],
  })
  expect(lines.at(-1)).toBe(`rollcall: ${complaints[0]}`)
  expect(result.stderr).not.toMatch(/^\s+at |unexpected error/m)
}
