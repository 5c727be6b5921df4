// The reader of server-sent events, on streams split at every length.
import { expect, test } from '@playwright/test'
import { EventReader } from '../src/api/events'

test('reads events whole, however the stream is split', () => {
  const stream =
    ': keep-alive\n\nevent: iteration\ndata: {"a":1}\n\nevent: done\r\ndata: {"b":\r\ndata: 2}\r\n\r\ndata: bare\n\n'
  const whole = [
    { event: 'iteration', data: '{"a":1}' },
    { event: 'done', data: '{"b":\n2}' },
    { event: 'message', data: 'bare' },
  ]
  for (let size = 1; size <= stream.length; size++) {
    const reader = new EventReader()
    const read = []
    for (let at = 0; at < stream.length; at += size) read.push(...reader.read(stream.slice(at, at + size)))
    expect(read).toEqual(whole)
  }
})
