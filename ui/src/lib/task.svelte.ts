// A request that a person starts: one at a time, with its answer or what went wrong.
import { sentence } from '../api/client'

export class Task<Answer> {
  answer = $state.raw<Answer | null>(null)
  isBusy = $state(false)
  error = $state('')
  #stop: AbortController | undefined

  /**
   * Made while a component is set up. When `question` changes, or the component is left, the request is aborted and
   * its answer dropped: it belongs to another question.
   */
  constructor(question: () => string) {
    const asked = $derived(question())
    $effect(() => {
      void asked
      return () => this.cancel()
    })
  }

  /** Sends a request instead of any earlier one, whose answer is shown until the new one arrives. */
  async run(request: (signal: AbortSignal) => Promise<Answer>) {
    this.#stop?.abort()
    const stop = (this.#stop = new AbortController())
    this.isBusy = true
    this.error = ''
    try {
      const answer = await request(stop.signal)
      if (!stop.signal.aborted) this.answer = answer
    } catch (failure) {
      if (stop.signal.aborted) return
      this.answer = null
      this.error = sentence(failure)
    } finally {
      if (this.#stop === stop) this.isBusy = false
    }
  }

  cancel() {
    this.#stop?.abort()
    this.#stop = undefined
    this.answer = null
    this.isBusy = false
    this.error = ''
  }
}
