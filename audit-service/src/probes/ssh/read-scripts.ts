import type { FileSystemSize } from '@rollcall/agent/platform/host.ts'
import { quote } from './quote.ts'

/**
 * Scripts that read many files or folders at once, and parsers of their output. They start only one `head` for all
 * files, because a process for each value of /sys would cost more than all the rest.
 */

/** Functions of the scripts below. Also disables the shell's history and locale. */
export const setUp = `unset HISTFILE ENV
LC_ALL=C PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin
export LC_ALL PATH
list() {
  for entry in "$1"/* "$1"/.[!.]* "$1"/..?*; do
    if [ -e "$entry" ] || [ -L "$entry" ]; then printf '%s\\000' "\${entry##*/}"; fi
  done
  printf '\\000'
}
as_root() {
  if [ "$(id -u)" != 0 ] && command -v sudo >/dev/null 2>&1 && sudo -n -- "$@" 2>/dev/null; then return 0; fi
  "$@"
}
has() { if command -v "$1" >/dev/null 2>&1; then printf 1; else printf 0; fi; }
heads() {
  bytes=$1 left=$(($# - 1))
  shift
  while [ "$left" -gt 0 ]; do
    if [ -f "$1" ] && [ -r "$1" ]; then printf 1; set -- "$@" "$1"; else printf 0; fi
    shift
    left=$((left - 1))
  done
  echo
  head -c "$bytes" "$@" /dev/null 2>/dev/null
}
owned_head() {
  if [ -f "$3" ] && [ -r "$3" ]; then
    {
      case $(stat -L -c '%u %F' /proc/self/fd/3) in
        "$1 regular "*) printf 1; head -c "$2" <&3 ;;
      esac
    } 3<"$3" 2>/dev/null
  fi
}
range() {
  if [ -f "$4" ] && [ -r "$4" ]; then
    {
      case $(stat -L -c '%u %F' /proc/self/fd/3) in
        $1" regular "*) printf 1; tail -c "+$2" <&3 | head -c "$3" ;;
      esac
    } 3<"$4" 2>/dev/null
  fi
}
owned_list() {
  if [ -d "$2" ] && [ -r "$2" ]; then
    { if [ "$(stat -L -c %u /proc/self/fd/3)" = "$1" ]; then list /proc/self/fd/3; fi } 3<"$2" 2>/dev/null
  fi
}
modified() { printf '%s\\000' "$1"/*"$2" | xargs -0 stat -c '%Y %n' 2>/dev/null; }
sizes() {
  for mount; do stat -f -c '%S %b %a' -- "$mount" 2>/dev/null || echo; done
}
sockets() { as_root find /proc/[0-9]*/fd -lname 'socket:*' -printf '%h %l\\n' 2>/dev/null; }`

const words = (items: readonly string[]) => items.map(quote).join(' ')

/** Returns a script that prints 1 and the file, if it belongs to the user. The open file is checked, not its path. */
export const ownedHeadScript = (path: string, bytesMax: number, owner: number): string =>
  `owned_head ${owner} ${bytesMax + 1} ${quote(path)}`

/** Returns a script that prints 1 and part of a file, if it belongs to the user, or to any user. */
export const rangeScript = (path: string, offset: number, length: number, owner: number | undefined): string =>
  `range ${owner ?? "'*'"} ${offset + 1} ${length} ${quote(path)}`

/** Returns a script that lists a folder, if it belongs to the user. */
export const ownedListScript = (path: string, owner: number): string => `owned_list ${owner} ${quote(path)}`

export const modifiedScript = (folder: string, suffix: string): string => `modified ${words([folder, suffix])}`

/** Parses lines of seconds and a path; a name with a line end is left out. */
export function parseModified(output: Buffer, folder: string): Map<string, number> {
  const times = output
    .toString('utf8')
    .split('\n')
    .flatMap((line): [string, number][] => {
      const space = line.indexOf(' ')
      const path = line.slice(space + 1)
      const isFile = /^\d+$/.test(line.slice(0, space)) && path.startsWith(`${folder}/`)
      return isFile ? [[path.slice(folder.length + 1), Number(line.slice(0, space))]] : []
    })
  return new Map(times)
}

export const sizesScript = (mounts: readonly string[]): string => `sizes ${words(mounts)}`

/** Parses a line for each file system: bytes of a block, blocks, and blocks free for users; empty if unreadable. */
export const parseSizes = (output: Buffer): (FileSystemSize | undefined)[] =>
  output
    .toString('latin1')
    .split('\n')
    .map((line) => {
      const [, blockBytes, blocks, free] = /^(\d{1,15}) (\d{1,15}) (\d{1,15})$/.exec(line) ?? []
      return blockBytes === undefined
        ? undefined
        : { sizeBytes: Number(blockBytes) * Number(blocks), freeBytes: Number(blockBytes) * Number(free) }
    })

/** Lists the sockets of all processes; nothing without the `find` of GNU. */
export const socketsScript = 'sockets'

/** Parses lines such as `/proc/812/fd socket:[4711]`. The oldest process other than 1 wins. */
export function parseSockets(output: Buffer, inodes: ReadonlySet<number>): Map<number, number> {
  const rows = [...output.toString('latin1').matchAll(/^\/proc\/(\d+)\/fd socket:\[(\d+)\]$/gm)]
  const pairs = rows.map(([, pid, inode]) => ({ pid: Number(pid), inode: Number(inode) }))
  const age = ({ pid }: { pid: number }) => (pid === 1 ? Number.POSITIVE_INFINITY : pid)
  const newestFirst = pairs.filter(({ inode }) => inodes.has(inode)).sort((left, right) => age(right) - age(left))
  return new Map(newestFirst.map(({ inode, pid }) => [inode, pid]))
}

export const listScript = (paths: readonly string[]): string => paths.map((path) => `list ${quote(path)}`).join('\n')

/** Returns the names in each folder, sorted by code unit. */
export function parseLists(output: Buffer): string[][] {
  const lists: string[][] = []
  let names: string[] = []
  for (const name of output.toString('utf8').split('\0')) {
    if (name !== '') names.push(name)
    else {
      lists.push(names.sort())
      names = []
    }
  }
  return lists
}

export const hasScript = (names: readonly string[]): string => names.map((name) => `has ${quote(name)}`).join('\n')

export const parseHas = (output: Buffer): boolean[] => [...output.toString('latin1')].map((digit) => digit === '1')

/** Returns a script that reads one byte more than the limit, to detect a file that is too large. */
export const headsScript = (paths: readonly string[], bytesMax: number): string =>
  `heads ${bytesMax + 1} ${words(paths)}`

/**
 * Returns the bytes of the files; undefined for one that is absent or unreadable. POSIX `head` prints a line with the
 * name before each of several files (XCU head, STDOUT); the first line of the output lists the files to expect.
 */
export function parseHeads(output: Buffer, paths: readonly string[]): (Buffer | undefined)[] {
  const lineEnd = output.indexOf('\n')
  const expected = output.toString('latin1', 0, lineEnd)
  const found: (Buffer | undefined)[] = paths.map(() => undefined)
  const headOf = (path: string) => Buffer.from(`\n==> ${path} <==\n`)
  let last: { index: number; start: number } | undefined
  let from = lineEnd
  const close = (end: number) => {
    if (last) found[last.index] = output.subarray(last.start, end)
  }
  for (const [index, path] of [...paths, '/dev/null'].entries()) {
    if (index < paths.length && expected[index] !== '1') continue
    const head = headOf(path)
    const at = output.indexOf(head, from)
    // It was removed between the two steps.
    if (at < 0) continue
    close(at)
    from = at + head.length
    last = { index, start: from }
  }
  return found
}
