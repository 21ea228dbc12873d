import type { Socket } from 'node:net'

/** Objects of a power meter: the basic category, then the regular one. */
export const meterObjects: readonly (readonly [id: number, text: string])[] = [
  [0, 'Schneider Electric'],
  [1, 'METSEPM5560'],
  [2, 'V002.005.000'],
  [3, 'www.se.example'],
  [4, 'PowerLogic PM5560'],
  [5, 'PM5560'],
]

type Device = {
  objects?: readonly (readonly [id: number, text: string])[]
  /** Objects of one answer. */
  perAnswer?: number
  /** Exception for a unit or a category. */
  refuses?: (unit: number, category: number) => number | undefined
}

/** Answers Read Device Identification as a device with these objects (Modbus Application Protocol 1.1b3, 6.21). */
export function modbusAnswers({ objects = meterObjects, perAnswer = 3, refuses = () => undefined }: Device = {}) {
  return (socket: Socket): void => {
    socket.on('data', (request: Buffer) => {
      const [unit = 0, , , category = 0, first = 0] = request.subarray(6)
      const exception = refuses(unit, category)
      if (exception !== undefined) {
        socket.write(answerTo(request, [0xab, exception]))
        return
      }
      const wanted = objects.filter(([id]) => id >= first && (category > 1 || id < 3))
      const given = wanted.slice(0, perAnswer)
      const next = wanted[perAnswer]?.[0]
      const list = given.flatMap(([id, text]) => [id, text.length, ...Buffer.from(text, 'latin1')])
      const more = next === undefined ? [0x00, 0x00] : [0xff, next]
      socket.write(answerTo(request, [0x2b, 0x0e, category, 0x82, ...more, given.length, ...list]))
    })
  }
}

export function answerTo(request: Buffer, pdu: readonly number[]): Buffer {
  const head = Buffer.from(request.subarray(0, 7))
  head.writeUInt16BE(1 + pdu.length, 4)
  return Buffer.concat([head, Buffer.from(pdu)])
}
