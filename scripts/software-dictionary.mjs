#!/usr/bin/env node

// Writes the dictionary that software lists are compressed with: the packages that most others of Debian depend on, in
// the form in which an agent lists them, the most common last.
// Usage: software-dictionary.mjs [FILE]
// FILE has stanzas of Debian's package index (`apt-cache dumpavail` of Debian 12 gave the committed one). The form of a
// released dictionary never changes: a new one gets another number, and collectors keep the old ones.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'

const [file] = process.argv.slice(2)
const target = new URL('../shared/src/node/differences/software-1.dictionary', import.meta.url)
const bytesMax = 64 * 1024
const priorities = { required: 4000, important: 2000, standard: 1000 }

const index = file
  ? readFileSync(file, 'utf8')
  : execFileSync('apt-cache', ['dumpavail'], { encoding: 'utf8', maxBuffer: 2 ** 30 })
const packages = new Map()
for (const stanza of index.split('\n\n')) {
  const fields = Object.fromEntries([...stanza.matchAll(/^([\w-]+): (.*)$/gm)].map(([, name, value]) => [name, value]))
  if (fields.Package) packages.set(fields.Package, { fields, weight: priorities[fields.Priority] ?? 0 })
}
for (const { fields } of packages.values()) {
  const names = [fields.Depends, fields['Pre-Depends'], fields.Recommends].join(',').split(/[,|]/)
  for (const name of new Set(names.map((each) => each.trim().split(/[ :(]/)[0]))) {
    const found = packages.get(name)
    if (found) found.weight += 1
  }
}

let text = ''
const publishers = new Set()
for (const { fields } of [...packages.values()].sort((a, b) => b.weight - a.weight)) {
  const { Package: name, Version: version, Maintainer: publisher, Architecture: architecture } = fields
  // A publisher is found at its first package.
  const item = JSON.stringify({
    name,
    version,
    ...(publishers.has(publisher) ? {} : { publisher, architecture, source: 'dpkg', installDate: '2025-' }),
  })
  if (text.length + item.length > bytesMax) break
  publishers.add(publisher)
  text = `${item.slice(0, -1)},${text}`
}
writeFileWholeSync(target.pathname, text, { mode: 0o644 })
console.log(`${text.length} bytes`)
