import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pinnedNode, tooOldToStart } from '../../cli/bin/node-version.js'
import { withProgress } from './progress.mjs'

const projectDir = fileURLToPath(new URL('../..', import.meta.url))

/** Installs what package-lock.json names unless what is needed is there. One line that says what is wrong, or undefined. */
export async function installPackages(neededBy) {
  if (tooOldToStart) return tooOldToStart
  if (packagesAreThere(projectDir, neededBy)) return undefined
  const { code, stderr } = await withProgress('Installing packages (npm ci)', runNpmCi)
  if (code !== 0) return explain(stderr)
  // Built for glibc: on another libc the link would stand before the machine's own Node and never start.
  if (existsSync(pinnedNode) && spawnSync(pinnedNode, ['--version']).status !== 0) rmSync(pinnedNode)
  writeFileSync(stampFile(projectDir), lockHash(projectDir))
  return undefined
}

// Written after npm ci; npm ci deletes it with the rest before it begins.
const stampFile = (folder) => join(folder, 'node_modules', '.rollcall-lock-sha256')
const lockHash = (folder) =>
  createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex')

/** Returns true if node_modules matches the lock file, by our own npm ci or by hand; `npm ci --omit=dev` is enough to run. */
export function packagesAreThere(folder, neededBy) {
  const stamp = stampFile(folder)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash(folder)) return true
  return recordMatchesLock(folder, neededBy)
}

/** npm writes its own record at the end of a complete install: so "npm install" by hand is as good as npm ci. */
function recordMatchesLock(folder, neededBy) {
  const wanted = readPackages(join(folder, 'package-lock.json'))
  const installed = readPackages(join(folder, 'node_modules', '.package-lock.json'))
  if (!wanted || !installed) return false
  for (const [path, { version, integrity, link, optional, dev }] of Object.entries(wanted)) {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) continue
    const found = installed[path]
    // An optional one may be missing because it is for another platform.
    if (!found && (optional || (dev && neededBy === 'run'))) continue
    if (!found || found.version !== version || found.integrity !== integrity || found.link !== link) return false
  }
  return true
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

function runNpmCi() {
  // The npm that runs us and its Node, not the ones in node_modules, which npm ci is about to delete.
  const { npm_execpath: npm, npm_node_execpath: node, PATH = '' } = process.env
  const ours = join(projectDir, 'node_modules')
  // npm's own pauses between attempts let a person without a network wait more than a minute.
  const ci = ['ci', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000']
  const [program, args] =
    npm && node && basename(npm) === 'npm-cli.js' && !node.startsWith(ours) ? [node, [npm, ...ci]] : ['npm', ci]
  const path = PATH.split(delimiter).filter((folder) => !folder.startsWith(ours))
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: projectDir,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, PATH: path.join(delimiter) },
    })
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    // npm finishes what it has in hand: a start right after Ctrl-C would run into it, so it is waited for.
    let stopped = false
    const stop = (signal) => {
      stopped = true
      child.kill(signal)
    }
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
    child.on('error', (error) => resolve({ code: 1, stderr: error.message }))
    child.on('close', (code) => {
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, stop)
      resolve(stopped ? { code: 1, stderr: 'stopped' } : { code, stderr })
    })
  })
}

const causes = [
  [
    /ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET_TIMEOUT/,
    'the package registry cannot be reached: check the network, or the proxy and registry settings of npm',
  ],
  [/^stopped$/, 'the installation was stopped; the next start does it again'],
  [/ENOSPC/, 'the disk is full'],
  [/EACCES|EPERM|EROFS/, 'this folder cannot be written by this user'],
  [/EINTEGRITY/, 'a package does not match its checksum in package-lock.json: try again, and do not go on if it stays'],
  [/EUSAGE/, 'package.json and package-lock.json do not fit together: check out a clean copy'],
  [/spawn npm ENOENT/, 'npm is not on PATH: install npm 10 or newer'],
]

/** One line for what npm said at length; the first known cause, else npm's own first line. */
export function explain(stderr) {
  const cause = causes.find(([pattern]) => pattern.test(stderr))?.[1]
  const first =
    /^npm error (?!code)(.+)$/m.exec(stderr)?.[1] ?? (stderr.trim().split('\n')[0] || 'npm ended without a message')
  return `Packages cannot be installed: ${cause ?? first}. ("npm ci" shows the whole message.)`
}
