import { readdirSync, statSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitFor } from '../wait.ts'
import { must } from './ip.ts'
import { isStale } from './run-name.ts'

const namespaceFolder = '/run/netns'

/** Removes what runs whose process died have left: their namespaces, all processes in them, and their folders. */
export async function sweepStale(): Promise<void> {
  await removeNamespaces(listFolder(namespaceFolder).filter(isStale))
  for (const name of listFolder(tmpdir()).filter(isStale)) {
    await rm(join(tmpdir(), name), { recursive: true, force: true })
  }
}

/** Kills every process in the namespaces, then deletes them, and with them their interfaces. */
export async function removeNamespaces(names: readonly string[]): Promise<void> {
  const present = listFolder(namespaceFolder).filter((name) => names.includes(name))
  if (present.length === 0) return
  await waitFor(
    () => {
      const pids = processesIn(present)
      for (const pid of pids) kill(pid)
      return pids.length === 0
    },
    { what: 'the processes in the test namespaces to end', timeoutMs: 5_000 },
  )
  for (const name of present) {
    // Another test process that sweeps at the same moment may have been faster.
    await must('ip', ['netns', 'delete', name]).catch((error: unknown) => {
      if (listFolder(namespaceFolder).includes(name)) throw error
    })
  }
}

/** The pids of all processes inside the namespaces, this process's children or not. */
export function processesIn(names: readonly string[]): number[] {
  const wanted = new Set(names.map((name) => inode(join(namespaceFolder, name))))
  wanted.delete(undefined)
  return listFolder('/proc')
    .filter((name) => /^\d+$/.test(name) && wanted.has(inode(`/proc/${name}/ns/net`)))
    .map(Number)
}

function inode(path: string): number | undefined {
  try {
    return statSync(path).ino
  } catch {
    return undefined // It ended, or was deleted, meanwhile.
  }
}

function listFolder(path: string): string[] {
  try {
    return readdirSync(path)
  } catch {
    return [] // The first `ip netns add` makes the folder.
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself meanwhile.
  }
}
