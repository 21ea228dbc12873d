import { OperatorError } from '@rollcall/shared/errors.ts'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

/** The Debian package of each program the test network is made of. */
const packages = {
  ip: 'iproute2',
  nft: 'nftables',
  sysctl: 'procps',
  snmpd: 'snmpd',
  sshd: 'openssh-server',
  'ssh-keygen': 'openssh-client',
  tcpdump: 'tcpdump',
}

export function requireRootAndTools(): void {
  if (process.getuid?.() !== 0) {
    throw new OperatorError('the test network is made of network namespaces: run these tests as root')
  }
  const missing = Object.entries(packages).filter(([program]) => findProgram(program) === undefined)
  if (missing.length > 0) {
    const names = missing.map(([program]) => program).join(', ')
    const install = [...new Set(missing.map(([, name]) => name))].join(' ')
    throw new OperatorError(`the test network needs ${names}: apt-get install ${install}`)
  }
}

/** The command line that runs a program inside a namespace; `ip` becomes that program, so its pid is the program's. */
export function commandIn(namespace: string, program: string, args: readonly string[]) {
  const found = program.includes('/') ? program : (findProgram(program) ?? program)
  return { program: findProgram('ip') ?? 'ip', args: ['netns', 'exec', namespace, found, ...args] }
}

/** Runs a command that must succeed; gives its standard output. */
export async function must(program: string, args: readonly string[], input = ''): Promise<string> {
  const result = await runProcess(findProgram(program) ?? program, args, { input, timeoutMs: 90_000 })
  if (result.code !== 0) {
    throw new Error(`${program} ${args.join(' ')} failed (${result.ended ?? result.code}): ${result.stderr}${input}`)
  }
  return result.stdout
}

export async function mustIn(namespace: string, program: string, args: readonly string[], input = ''): Promise<string> {
  const command = commandIn(namespace, program, args)
  return must(command.program, command.args, input)
}

/** Many `ip` commands in one process, in a namespace or, without one, in the root namespace. */
export async function ipBatch(lines: readonly string[], namespace?: string): Promise<void> {
  const where = namespace === undefined ? [] : ['-n', namespace]
  await must('ip', [...where, '-batch', '-'], `${lines.join('\n')}\n`)
}
