import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '@rollcall/shared/node/find-program.ts'
import { runProcess } from '@rollcall/shared/node/run-process.ts'

export type Snmpd = { address: '127.0.0.1'; port: number; stop: () => Promise<void> }

const startTimeoutMs = 20_000

/** Returns the program's path; fails with the installation command if it is missing. */
export function required(program: string, debianPackage: string): string {
  const path = findProgram(program)
  if (path === undefined)
    throw new Error(`${program} is not installed; these tests need it: apt-get install ${debianPackage}`)
  return path
}

/** Starts net-snmp's agent on a free port of 127.0.0.1, with `config` as its whole snmpd.conf. */
export async function startSnmpd(config: string): Promise<Snmpd> {
  const program = required('snmpd', 'snmpd')
  const folder = await mkdtemp(join(tmpdir(), 'rollcall-snmpd-'))
  const port = await freePort()
  await writeFile(join(folder, 'snmpd.conf'), config)
  const args = ['-f', '-Lo', '-C', '-c', join(folder, 'snmpd.conf'), '-I', '-smux', `udp:127.0.0.1:${port}`]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, SNMP_PERSISTENT_DIR: folder, MIBS: '' },
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('close', resolve))
      child.kill('SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await ready(child)
  } catch (error) {
    await stop()
    throw error
  }
  return { address: '127.0.0.1', port, stop }
}

/** Resolves when snmpd prints its version, which it does once it listens. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => reject(new Error(`snmpd did not start:\n${output}`)), startTimeoutMs)
    const readChunk = (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (!output.includes('NET-SNMP version')) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout?.on('data', readChunk)
    child.stderr?.on('data', readChunk)
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      reject(new Error(`snmpd ended with ${code}:\n${output}`))
    })
  })
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = createSocket('udp4')
    socket.once('error', reject)
    socket.bind(0, '127.0.0.1', () => {
      const { port } = socket.address()
      socket.close(() => resolve(port))
    })
  })
}

/** Returns the output of net-snmp's snmpwalk: values by dotted OID, raw (`-Oqnaet`). */
export async function snmpwalk(
  port: number,
  credentials: readonly string[],
  root: string,
): Promise<Map<string, string>> {
  const args = ['-Oqnet', '-t', '5', ...credentials, `127.0.0.1:${port}`, root]
  const { stdout, stderr, code } = await runProcess(required('snmpwalk', 'snmp'), args, {
    timeoutMs: 30_000,
    env: { ...process.env, MIBS: '', LC_ALL: 'C' },
  })
  if (code !== 0) throw new Error(`snmpwalk failed: ${stderr}`)
  const rows = stdout.split('\n').flatMap((line) => {
    const at = line.indexOf(' ')
    return line.startsWith('.') && at > 0 ? [[line.slice(1, at), line.slice(at + 1)] as const] : []
  })
  return new Map(rows)
}
