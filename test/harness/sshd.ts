import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { must } from './network/ip.ts'
import { freePort } from './ports.ts'
import { type RunningProcess, startProcess } from './processes.ts'
import { type TmpFolder, tmpFolder } from './tmp.ts'

export type SshdSpec = {
  /** The login shell of the one user; default `/bin/sh`. */
  shell?: string
  /** Lines of sshd_config(5). */
  config?: readonly string[]
  /** Default ed25519. */
  hostKeyTypes?: readonly HostKeyType[]
}
type HostKeyType = 'ed25519' | 'ecdsa' | 'rsa'

/** An sshd that is ready to be started, and whom it lets in. */
export type SshdFiles = {
  username: string
  password: string
  /** Lets the user in, and root. */
  privateKey: string
  home: string
  /** `SHA256:…` of each host key, in the order of their types. */
  fingerprints: string[]
  /** Runs it on a port of all addresses that `listen` allows. */
  command(listen: string, port: number): { program: string; args: string[]; ready: RegExp }
}

const username = 'auditor'
const password = 'correct horse battery staple'
/** Hash of the password, as `openssl passwd -6` writes it (crypt(5)). */
const passwordHash =
  '$6$rollcalltests$7H6Jrs8meNPwT/NTqSb8VfS5b3CMTlqi1jcPh5deGOQGMQfaelHv.oGhDfGG2HgiChrpZMSBtoE16WJMxyi/f.'
const uid = 4321

/**
 * sshd looks users up in /etc/passwd and /etc/shadow: it gets its own, in a mount namespace, so that this machine's stay
 * as they are.
 */
export async function prepareSshd(folder: string, spec: SshdSpec = {}): Promise<SshdFiles> {
  const at = (name: string) => join(folder, name)
  const { shell = '/bin/sh', config = [], hostKeyTypes = ['ed25519'] } = spec
  await mkdir(at('home'))
  await chmod(folder, 0o755)
  await must('chown', [String(uid), at('home')])
  const keys = hostKeyTypes.map((type) => at(`host_${type}`))
  const keygen = (type: string, path: string) => must('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', '', '-f', path])
  await Promise.all([
    keygen('ed25519', at('user')),
    ...hostKeyTypes.map((type, index) => keygen(type, keys[index] ?? '')),
  ])
  await writeFile(
    at('passwd'),
    `${await readFile('/etc/passwd', 'utf8')}${username}:x:${uid}:${uid}::${at('home')}:${shell}\n`,
  )
  const accounts = [`${username}:${passwordHash}`, 'root:*'].map((account) => `${account}:19000:0:99999:7:::\n`)
  await writeFile(at('shadow'), accounts.join(''), { mode: 0o600 })
  const lines = [
    ...keys.map((key) => `HostKey ${key}`),
    `AuthorizedKeysFile ${at('user.pub')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    ...config,
  ]
  await writeFile(at('sshd_config'), `${lines.join('\n')}\n`)
  const ownFiles = ['passwd', 'shadow'].map((name) => `mount --bind ${at(name)} /etc/${name}`)
  // apt takes a second for its lists, in each of very many audits.
  const noLists = '{ [ ! -d /var/lib/apt/lists ] || mount -t tmpfs none /var/lib/apt/lists; }'
  const fingerprints = await Promise.all(
    keys.map(async (key) => (await must('ssh-keygen', ['-lf', `${key}.pub`])).split(' ')[1] ?? ''),
  )
  return {
    username,
    password,
    privateKey: await readFile(at('user'), 'utf8'),
    home: at('home'),
    fingerprints,
    command: (listen, port) => {
      const sshd = `exec /usr/sbin/sshd -D -e -f ${at('sshd_config')} -o ListenAddress=${listen} -o Port=${port}`
      return {
        program: 'unshare',
        args: ['--mount', 'sh', '-c', ['mkdir -p /run/sshd', ...ownFiles, noLists, sshd].join(' && ')],
        ready: /Server listening on/,
      }
    },
  }
}

export type Sshd = AsyncDisposable & SshdFiles & { address: string; port: number; process: RunningProcess }

/** On 127.0.0.1. Needs root. */
export async function startSshd(spec: SshdSpec = {}, port?: number): Promise<Sshd> {
  const folder: TmpFolder = await tmpFolder()
  const files = await prepareSshd(folder.path, spec)
  const [address, chosen] = ['127.0.0.1', port ?? (await freePort())]
  const process = await startProcess(files.command(address, chosen))
  return {
    ...files,
    address,
    port: chosen,
    process,
    [Symbol.asyncDispose]: async () => {
      await process.stop()
      await folder[Symbol.asyncDispose]()
    },
  }
}
