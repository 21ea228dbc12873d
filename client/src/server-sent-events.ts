export type ServerSentEvent = { id: string; event: string; data: string }

/** The collector sends a comment every 15 seconds: a silence of this length is a broken connection. */
const silenceMsMax = 45_000

/** Reads a stream of server-sent events (HTML Living Standard, section 9.2.6), whose lines end in LF or CRLF, until it ends. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (;;) {
      const { value, done } = await inTime(reader.read())
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split(/\r?\n\r?\n/)
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parse(block)
        if (event) yield event
      }
    }
  } finally {
    // Fails for a connection that is already broken.
    await reader.cancel().catch(() => undefined)
  }
}

/** Parses the lines of one event; undefined for comments alone. */
function parse(block: string): ServerSentEvent | undefined {
  const fields: Record<string, string[]> = {}
  for (const line of block.split(/\r?\n/)) {
    const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    fields[name] = [...(fields[name] ?? []), value]
  }
  const { data, id, event } = fields
  return data && { id: id?.at(-1) ?? '', event: event?.at(-1) ?? 'message', data: data.join('\n') }
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('the stream is silent', 'TimeoutError')), silenceMsMax)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
