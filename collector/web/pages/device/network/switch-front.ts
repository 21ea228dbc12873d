import type { Port } from '@rollcall/shared/api/device-history.ts'

/** The sockets of one module, or of one switch of a stack, in two rows. */
export type Module = { label: string; rows: Socket[][] }
type Socket = { port: Port; number: string }

/** Splits `Gi1/0/7` into the module `Gi1/0` and the socket 7. */
const numbered = /^(.*?)\/?(\d+)$/
/** The least number of ports that are shown in two rows. Fewer, such as uplinks, are side by side. */
const twoRowsFrom = 8

/** Returns whether a port is a physical socket. Ports of unknown kind count as sockets. */
function isSocket({ type, virtual, connector }: Port): boolean {
  if (virtual === true || connector === false) return false
  return connector === true || type === undefined || type === 'ethernetCsmacd'
}

/** Groups ports by module. Odd numbers are above even ones, as on most switches. */
export function switchFrontOf(ports: readonly Port[]): Module[] {
  const sockets = ports.filter(isSocket).map((port) => {
    const [, label = '', number = ''] = numbered.exec(port.name) ?? []
    return number === '' ? { port, number: port.name, label: 'Other ports' } : { port, number, label: label || 'Ports' }
  })
  return [...Map.groupBy(sockets, ({ label }) => label)].map(([label, own]) => {
    const sorted = own.toSorted((a, b) => Number(a.number) - Number(b.number))
    const plain = sorted.map(({ port, number }) => ({ port, number }))
    if (plain.length < twoRowsFrom) return { label, rows: [plain] }
    const first = Number(plain[0]?.number) % 2
    return {
      label,
      rows: [
        plain.filter(({ number }) => Number(number) % 2 === first),
        plain.filter(({ number }) => Number(number) % 2 !== first),
      ],
    }
  })
}

/** Returns the port that an arrow key leads to; undefined at the edge. */
export function neighborOf(modules: readonly Module[], port: Port, key: string): Port | undefined {
  const rows = modules.flatMap(({ rows }) => rows)
  const row = rows.findIndex((each) => each.some((socket) => socket.port === port))
  const column = rows[row]?.findIndex((socket) => socket.port === port) ?? -1
  const at = (r: number, c: number) => rows[r]?.[Math.min(c, (rows[r]?.length ?? 0) - 1)]?.port
  if (key === 'ArrowUp') return at(row - 1, column)
  if (key === 'ArrowDown') return at(row + 1, column)
  if (key === 'ArrowLeft') return column > 0 ? at(row, column - 1) : undefined
  if (key === 'ArrowRight') return rows[row]?.[column + 1]?.port
  return undefined
}
