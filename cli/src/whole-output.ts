import { messageOf } from '@rollcall/shared/errors.ts'

/**
 * Runs a command and returns its exit code. The exit code is 1 if the output could not be written, for example to a
 * full disk, or if the process ends before the command: both would otherwise look like a success without output. A
 * reader that leaves early, such as `head`, gets no message.
 */
export async function withWholeOutput(run: () => Promise<number>): Promise<number> {
  let isLost = false
  let isFinished = false
  process.stdout.on('error', (error) => {
    if (!isLost && !isBrokenPipe(error)) {
      console.error(`rollcall: cannot write to standard output: ${messageOf(error)}`)
    }
    isLost = true
  })
  // Messages that nobody can read must not end the command.
  process.stderr.on('error', () => undefined)
  process.once('exit', (code) => {
    if (!isFinished && code === 0) console.error('rollcall: unexpected error: the process ended before the command')
    if ((isLost || !isFinished) && code === 0) process.exitCode = 1
  })
  try {
    return await run()
  } finally {
    isFinished = true
  }
}

const isBrokenPipe = (error: Error): boolean => 'code' in error && error.code === 'EPIPE'
