const { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs')
const { wrap } = require('node:module')
const { basename, dirname, join } = require('node:path')
const { Script } = require('node:vm')
const { crc32 } = require('node:zlib')

/** Time at which the program was installed, checksum of the code, and the number of runs that have added to it. */
const headerBytes = 16
/** Runs take different ways, and each one adds the functions that it has called. */
const runsMax = 6

/**
 * Loads a program as `require` does, with the code that earlier runs have compiled. Node's own cache has the code as it
 * is after loading, without any function that is called later. `keepCode` is called at the end of a run.
 */
exports.loadCompiled = (path, folder, require) => {
  const file = join(folder, `${basename(path)}.code`)
  const installedAt = statSync(path).ctimeMs
  const kept = readKept(file, installedAt)
  // Bundles are ASCII.
  const script = new Script(wrap(readFileSync(path, 'latin1')), { filename: path, cachedData: kept?.code })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, require, module, path, dirname(path))
  // V8 rejects code of another version, processor or length of the program.
  const runs = script.cachedDataRejected ? 0 : (kept?.runs ?? 0)
  const keepCode = () => {
    if (runs < runsMax) write(file, script.createCachedData(), { installedAt, runs: runs + 1 })
  }
  return { exports: module.exports, keepCode }
}

/** Returns the code that was compiled of this program; undefined if there is none, or its file is damaged. */
function readKept(file, installedAt) {
  try {
    const bytes = readFileSync(file)
    const code = bytes.subarray(headerBytes)
    const isIntact = bytes.readDoubleLE(0) === installedAt && bytes.readUInt32LE(8) === crc32(code)
    return isIntact ? { code, runs: bytes.readUInt32LE(12) } : undefined
  } catch {
    return undefined
  }
}

function write(file, code, { installedAt, runs }) {
  const header = Buffer.alloc(headerBytes)
  header.writeDoubleLE(installedAt, 0)
  header.writeUInt32LE(crc32(code), 8)
  header.writeUInt32LE(runs, 12)
  // One that was left by a killed run is written over.
  const temporary = `${file}.new`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(temporary, Buffer.concat([header, code]), { mode: 0o600 })
    renameSync(temporary, file)
  } catch {
    // A user may not write there, or the disk is full: the next run compiles again.
  }
}
