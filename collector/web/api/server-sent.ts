/** Yields the data of each server-sent event of an answer (HTML Living Standard, section 9.2.6) as it arrives. */
export async function* serverSent<T>(answer: Response): AsyncGenerator<T> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  let text = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const blocks = (text + part.value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data: '))
      if (data !== undefined) yield JSON.parse(data.slice('data: '.length)) as T
    }
  }
}
