import type { Host, RunOutput } from './host.ts'

/** Recorded data of a machine, for tests: files by path, and outputs of programs. */
export type Recording = {
  files?: Record<string, string | Buffer>
  /** By command line (`ip -json addr`), or by name for any arguments. */
  programs?: Record<string, string | Partial<RunOutput> | (() => Promise<RunOutput>)>
}

/** Returns a machine that consists of a recording; its folders are those of the recorded files. */
export function recordedHost({ files = {}, programs = {} }: Recording): Host {
  const names = new Set(Object.keys(programs).map((line) => line.split(' ')[0]))
  return {
    readFile: async (path) => files[path]?.toString(),
    readBytes: async (path) => (files[path] === undefined ? undefined : Buffer.from(files[path])),
    listFolder: async (path) => {
      const prefix = path.endsWith('/') ? path : `${path}/`
      const below = Object.keys(files).filter((file) => file.startsWith(prefix))
      return [...new Set(below.map((file) => file.slice(prefix.length).split('/')[0] ?? ''))].sort()
    },
    run: async (program, args) => {
      const output = programs[[program, ...args].join(' ')] ?? programs[program]
      if (output === undefined) throw new Error(`nothing recorded for ${program} ${args.join(' ')}`)
      if (typeof output === 'function') return output()
      return { code: 0, stdout: '', stderr: '', ...(typeof output === 'string' ? { stdout: output } : output) }
    },
    hasProgram: async (name) => names.has(name),
  }
}
