/**
 * Asks after a pause in typing, and gives only the answer to the newest question: a slow answer never
 * replaces that of a later one, and a failure of an old one is not told.
 * @template Q, A
 * @param {(query: Q) => Promise<A>} ask
 * @param {(answer: A, query: Q) => void} tell
 * @param {(error: unknown, query: Q) => void} fail
 * @param {{ delay?: number, setTimer?: typeof setTimeout, clearTimer?: typeof clearTimeout }} [options]
 */
export function latest(ask, tell, fail, options = {}) {
  const { delay = 180, setTimer = setTimeout, clearTimer = clearTimeout } = options;
  let turn = 0;
  /** @type {any} */
  let timer;
  return {
    /** @param {Q} query */
    ask(query) {
      turn += 1;
      const mine = turn;
      clearTimer(timer);
      timer = setTimer(async () => {
        try {
          const answer = await ask(query);
          if (mine === turn) tell(answer, query);
        } catch (error) {
          if (mine === turn) fail(error, query);
        }
      }, delay);
    },
    /** Forgets the question that waits and the answers still to come. */
    cancel() {
      turn += 1;
      clearTimer(timer);
    },
  };
}
