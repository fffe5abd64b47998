/**
 * A socket that sends what is corked in one turn of the event loop together. The driver corks the messages of each
 * prepared statement on its own: the first statements of a transaction, or its last one and the commit, would be a
 * system call each, and the server would be woken for each of them.
 */
import { Socket } from 'node:net';

export class CoalescingSocket extends Socket {
  #isFlushPlanned = false;

  override cork(): void {
    if (!this.#isFlushPlanned) {
      this.#isFlushPlanned = true;
      super.cork();
      // After the promises that are resolved now have been followed, so that what they send is part of it.
      process.nextTick(() => {
        this.#isFlushPlanned = false;
        this.uncork();
      });
    }
    super.cork();
  }
}
