import { type Host, readValue, runText } from '../../../platform/host.ts'
import { type Entry, entriesIn, entryIn, isEntry, textIn } from '../../loose-values.ts'
import type { Firewall, HardwarePart } from '../../parts.ts'
import type { Source } from '../../source.ts'
import { parseOutput } from '../../text.ts'
import { managers } from './firewalls.ts'

const limits = { timeoutMs: 5_000, outputBytesMax: 8 * 1024 * 1024, asRoot: true }

/**
 * Reads the rules of the kernel's packet filter, if no program manages them. It is on if it refuses packets to this
 * machine. Needs root.
 */
export const packetFilter: Source<HardwarePart> = {
  name: 'packet-filter',
  reads: ['security.firewalls'],
  isAvailable: async (host) =>
    ((await host.hasProgram('nft')) || (await host.hasProgram('iptables-save'))) &&
    !(await managers(host)).some(({ state }) => state === 'on'),
  collect: async (host) => {
    const found: Firewall[] = []
    if (await host.hasProgram('nft')) {
      // Terse: without the members of sets, which can be many.
      const ruleset = parseNft(await runText(host, 'nft', ['--json', '--terse', 'list', 'ruleset'], limits))
      found.push({ name: 'nftables', state: refusesInput(ruleset) ? 'on' : 'off' })
    }
    if (await usesLegacyTables(host)) {
      const ruleset = parseIptables(await runText(host, 'iptables-save', [], limits))
      found.push({ name: 'iptables', state: refusesInput(ruleset) ? 'on' : 'off' })
    }
    // One of them suffices.
    const isOn = found.filter(({ state }) => state === 'on')
    return { security: { firewalls: isOn.length > 0 ? isOn : found.slice(0, 1) } }
  },
}

/** nft does not show the tables of the older interface, which are listed in a file. */
async function usesLegacyTables(host: Host): Promise<boolean> {
  if (!(await host.hasProgram('iptables-save'))) return false
  if (!(await host.hasProgram('nft'))) return true
  return ((await readValue(host, '/proc/net/ip_tables_names')) ?? '').split('\n').includes('filter')
}

type Chain = {
  /** Packets to this machine enter the rules here. */
  isInput: boolean
  refuses: boolean
  /** Names of the chains that its rules continue with. */
  next: string[]
}
type Ruleset = Map<string, Chain>

/** Chains of programs that block single senders or protect containers; they are no firewall of the machine. */
const foreignChain = /(^|\0)(f2b-|docker|kube-|cni-|cali-|cilium|libvirt|flannel)/i

/** Returns true if a packet to this machine can be refused. */
function refusesInput(ruleset: Ruleset): boolean {
  const waiting = [...ruleset].filter(([, { isInput }]) => isInput).map(([name]) => name)
  const visited = new Set(waiting)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const chain = ruleset.get(name)
    if (chain === undefined || foreignChain.test(name)) continue
    if (chain.refuses) return true
    for (const next of chain.next) {
      if (visited.has(next)) continue
      visited.add(next)
      waiting.push(next)
    }
  }
  return false
}

/** Parses libnftables-json(5). */
export function parseNft(text: string): Ruleset {
  const parsed = text.trim() === '' ? {} : parseOutput(text, 'nft')
  const items = entriesIn(isEntry(parsed) ? parsed : undefined, 'nftables')
  const keyOf = (entry: Entry, name: string) =>
    ['family', 'table', name].map((field) => textIn(entry, field)).join('\0')
  const ruleset: Ruleset = new Map()
  for (const item of items) {
    const chain = entryIn(item, 'chain')
    if (chain === undefined) continue
    const isInput = textIn(chain, 'hook') === 'input' && textIn(chain, 'type') === 'filter'
    ruleset.set(keyOf(chain, 'name'), { isInput, refuses: isInput && textIn(chain, 'policy') === 'drop', next: [] })
  }
  for (const item of items) {
    const rule = entryIn(item, 'rule')
    const chain = rule && ruleset.get(keyOf(rule, 'chain'))
    if (chain === undefined) continue
    for (const part of entriesIn(rule, 'expr')) {
      if ('drop' in part || 'reject' in part) chain.refuses = true
      const target = textIn(entryIn(part, 'jump') ?? entryIn(part, 'goto'), 'target')
      if (target !== undefined) chain.next.push([textIn(rule, 'family'), textIn(rule, 'table'), target].join('\0'))
    }
  }
  return ruleset
}

/** Parses iptables-save(8): `:INPUT DROP [0:0]` and `-A INPUT -p tcp -j REJECT` of the table `filter`. */
function parseIptables(text: string): Ruleset {
  const ruleset: Ruleset = new Map()
  let table = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('*')) table = line.slice(1).trim()
    if (table !== 'filter') continue
    const [, declared, policy] = /^:(\S+) (\S+)/.exec(line) ?? []
    if (declared !== undefined) {
      const isInput = declared === 'INPUT'
      ruleset.set(declared, { isInput, refuses: isInput && policy === 'DROP', next: [] })
    }
    const chain = ruleset.get(/^-A (\S+)/.exec(line)?.[1] ?? '')
    const target = / -[jg] (\S+)/.exec(line)?.[1]
    if (chain === undefined || target === undefined) continue
    if (target === 'DROP' || target === 'REJECT') chain.refuses = true
    else chain.next.push(target)
  }
  return ruleset
}
