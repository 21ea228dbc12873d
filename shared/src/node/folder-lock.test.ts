import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { OperatorError } from '../errors.ts'
import { lockFolder, lockHolder } from './folder-lock.ts'

let folder: string
const children: ChildProcess[] = []
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folder-lock-test-'))
})
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  await rm(folder, { recursive: true })
})

const lock = (waitMs = 0) =>
  lockFolder({ folder, name: 'part', waitMs, refusal: (holder) => `part runs already (process ${holder})` })

/** Starts a process that takes the lock and then runs `then`. It prints `locked`, or the error. */
async function startHolder(then: string, { hasFlock = true } = {}): Promise<ChildProcess> {
  const script = `
    import { lockFolder } from ${JSON.stringify(new URL('./folder-lock.ts', import.meta.url).href)}
    try {
      const lock = await lockFolder({ folder: process.argv[1], name: 'part', refusal: (holder) => 'held by ' + holder })
      console.log('locked')
      ${then}
    } catch (error) {
      console.log(error.message)
    }`
  const command = [process.execPath, '--input-type=module', '-e', script, folder]
  const [program = '', ...args] = hasFlock ? command : [...withoutFlock, ...command]
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  return child
}
/** Root finds the program whatever PATH says, so it is hidden in the holder's view of the disk. */
const withoutFlock =
  process.getuid?.() === 0
    ? ['unshare', '--mount', 'sh', '-c', 'mount --bind /dev/null /usr/bin/flock && exec "$0" "$@"']
    : ['env', 'PATH=/nonexistent']
const firstLine = async (child: ChildProcess) => String((await once(child.stdout ?? child, 'data'))[0]).trim()

const untilTold = "await new Promise((resolve) => process.stdin.once('data', resolve))"

it('refuses a second process and names the first', async () => {
  const first = await startHolder(untilTold)
  expect(await firstLine(first)).toBe('locked')
  const error = await lock().catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(OperatorError)
  expect(String(error)).toContain(`part runs already (process ${first.pid})`)
})

it('refuses a second lock of the same process until the first is released', async () => {
  const first = await lock()
  await expect(lock()).rejects.toThrow(`process ${process.pid}`)
  first.release()
  first.release()
  const again = await lock()
  again.release()
})

it('is free at once after its holder was killed, whatever the content of the file', async () => {
  const first = await startHolder(untilTold)
  expect(await firstLine(first)).toBe('locked')
  first.kill('SIGKILL')
  await once(first, 'exit')
  const second = await lock()
  second.release()
  // A container starts its process with the same id each time.
  await writeFile(join(folder, 'part.lock'), `${process.pid}\n`)
  const third = await lock()
  third.release()
})

it('tells who holds it, and neither takes it nor creates its file', async () => {
  const holder = () => lockHolder({ folder, name: 'part' })
  expect(await holder()).toBeUndefined()
  expect(await readdir(folder)).toEqual([])
  const first = await startHolder(untilTold)
  expect(await firstLine(first)).toBe('locked')
  expect(await holder()).toBe(`${first.pid}`)
  first.kill('SIGKILL')
  await once(first, 'exit')
  expect(await holder()).toBeUndefined()
  const second = await lock()
  second.release()
})

it('is not inherited by child processes', async () => {
  const first = await startHolder(`
    const { spawn } = await import('node:child_process')
    const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 600_000)'], { stdio: 'ignore', detached: true })
    console.log(child.pid)
    process.kill(process.pid, 'SIGKILL')`)
  let printed = ''
  for await (const chunk of first.stdout ?? []) printed += chunk
  const orphan = Number(printed.trim().split('\n').at(-1))
  try {
    const second = await lock()
    second.release()
  } finally {
    process.kill(orphan, 'SIGKILL')
  }
})

it('waits for a holder that announced its end', async () => {
  const first = await startHolder(`
    lock.announceEnd()
    console.log('ending')
    ${untilTold}
    lock.release()`)
  let printed = ''
  for await (const chunk of first.stdout ?? []) {
    printed += chunk
    if (printed.includes('ending')) break
  }
  const taken = lock()
  first.stdin?.end('go\n')
  const second = await taken
  second.release()
})

it('waits for another holder up to the time limit', async () => {
  const first = await startHolder(`${untilTold}\nlock.release()`)
  expect(await firstLine(first)).toBe('locked')
  const taken = lock(60_000)
  first.stdin?.end('go\n')
  const second = await taken
  second.release()
})

it('is granted to one of many concurrent processes', async () => {
  const many = await Promise.all(Array.from({ length: 6 }, () => startHolder(untilTold)))
  const lines = await Promise.all(many.map(firstLine))
  const [winner] = many.filter((_, index) => lines[index] === 'locked')
  expect(lines.sort()).toEqual([
    ...Array.from({ length: 5 }, () => expect.stringMatching(/^held by (\d+|unknown)$/)),
    'locked',
  ])
  expect(lines.filter((line) => line.startsWith('held by') && !line.includes('unknown'))).toContain(
    `held by ${winner?.pid}`,
  )
})

it('does not confuse a replacement file with the locked one', async () => {
  const first = await lock()
  await rm(join(folder, 'part.lock'))
  const second = await lock()
  await expect(lock()).rejects.toThrow('part runs already')
  first.release()
  await expect(lock()).rejects.toThrow('part runs already')
  second.release()
})

it('names a folder that is missing', async () => {
  await rm(folder, { recursive: true })
  await expect(lock()).rejects.toThrow(`cannot lock ${join(folder, 'part.lock')}`)
  await import('node:fs/promises').then(({ mkdir }) => mkdir(folder))
})

it('is the same lock on a machine without flock(1)', async () => {
  const first = await startHolder(untilTold, { hasFlock: false })
  expect(await firstLine(first)).toBe('locked')
  await expect(lock()).rejects.toThrow(`process ${first.pid}`)
  const second = await startHolder(untilTold, { hasFlock: false })
  expect(await firstLine(second)).toBe(`held by ${first.pid}`)
})
