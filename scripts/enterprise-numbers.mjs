#!/usr/bin/env node

// Writes the table of private enterprise numbers: `<number><tab><name>` a line, in the order of the numbers.
// Usage: enterprise-numbers.mjs [FILE]
// FILE is enterprises.tsv of Debian's libwireshark-data (4.0.17 gave the committed one), which is IANA's registry
// https://www.iana.org/assignments/enterprise-numbers as lines of number and name: facts, free to use.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { counted } from '@rollcall/shared/counted.ts'
import { writeFileWholeSync } from '@rollcall/shared/node/durable-files.ts'

const source = process.argv[2] ?? '/usr/share/wireshark/enterprises.tsv'
const target = new URL('../audit-service/src/probes/snmp/mibs/enterprise-numbers.txt', import.meta.url)
const nameMax = 80

/** Forms of company: they tell nothing, and are a tenth of the table. */
const legalForm =
  /[,\s]+(?:inc(?:orporated)?|corp(?:oration)?|co|company|ltd|limited|llc|l\.l\.c|plc|gmbh|mbh|ag|kg|s\.?a|s\.?p\.?a|s\.?r\.?[lo]|s\.?a\.?r\.?l|s\.?a\.?s|sp\. z o\.o|spol\. s r\.o|s\. r\. o|a\.?s|a\/s|aps|ab|oy|b\.?v|n\.?v|pty|pte|k\.k|& co)\.?$/i

function shortName(text) {
  // What is behind # or in brackets is a former name or an address.
  let name = text
    .replace(/\t.*$|#.*$/s, '')
    .replace(/\([^)]*\)?/g, ' ')
    .replace(/^["'\s]+|["'\s,;]+$/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  for (let before = ''; before !== name; ) {
    before = name
    const cut = name.replace(legalForm, '')
    if (cut.length >= 2) name = cut
  }
  return [...name].slice(0, nameMax).join('').trim()
}

const names = new Map()
for (const line of readFileSync(source, 'utf8').split('\n')) {
  const [, number, text] = /^(\d+)\s+(\S.*)$/.exec(line) ?? []
  if (number === undefined) continue
  const name = shortName(text)
  if (!/^(?:|reserved.*|unassigned.*|none|n\/a|-+)$/i.test(name)) names.set(Number(number), name)
}
const rows = [...names].sort(([a], [b]) => a - b)
const text = rows.map(([number, name]) => `${number}\t${name}\n`).join('')
writeFileWholeSync(fileURLToPath(target), text, { mode: 0o644 })
console.log(counted(rows.length, 'enterprise'))
