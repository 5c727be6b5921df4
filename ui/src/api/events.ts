// Server-sent events read with `fetch`: unlike `EventSource` it says why a request was refused, and it never repeats a
// search on its own.
import { ApiError, ask } from './client'

export interface ServerEvent {
  event: string
  data: string
}

/** Splits the text of a stream into events; an incomplete event is kept for the next part. */
export class EventReader {
  #rest = ''

  read(text: string): ServerEvent[] {
    const blocks = (this.#rest + text).replaceAll('\r\n', '\n').split('\n\n')
    this.#rest = blocks.pop() ?? ''
    return blocks.map(event).filter((event) => event.data !== '')
  }
}

function event(block: string): ServerEvent {
  const found: ServerEvent = { event: 'message', data: '' }
  for (const line of block.split('\n')) {
    const at = line.indexOf(':')
    const value = line.slice(at + 1).replace(/^ /, '')
    if (line.startsWith('event:')) found.event = value
    if (line.startsWith('data:')) found.data += found.data === '' ? value : `\n${value}`
  }
  return found
}

/**
 * Calls `tell` for each event until the stream ends or is aborted. An event `failed` carries the reason why the server
 * gave up.
 */
export async function listen(url: string, init: RequestInit, tell: (event: ServerEvent) => void): Promise<void> {
  const response = await ask(url, init)
  if (!response.body) return
  const reader = new EventReader()
  const parts = response.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await parts.read()
    if (done) return
    for (const message of reader.read(value)) {
      if (message.event === 'failed') throw new ApiError(500, (JSON.parse(message.data) as { error: string }).error)
      tell(message)
    }
  }
}
