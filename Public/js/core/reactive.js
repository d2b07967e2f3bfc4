/**
 * State, what is derived from it, and what it causes.
 *
 * `state` holds a value, `derived` computes one lazily, `effect` runs again after what it read has changed.
 * Effects run together in one microtask, each at most once, and not at all when the values that they read
 * came out equal. Everything made inside `scope` ends with it.
 */

/**
 * @template T
 * @typedef {{ readonly value: T, peek(): T }} Readable
 */
/**
 * @template T
 * @typedef {{ value: T, peek(): T }} State
 */
/** @typedef {() => void} Disposer */
/** @typedef {{ version: number, observers: Set<Computation>, refresh(): void }} Source */
/** @typedef {{ sources: Map<Source, number>, changed(): void }} Computation */

/** @type {Computation | null} */
let running = null;
/** @type {Disposer[] | null} */
let owner = null;
/** @type {Set<() => void>} */
const waiting = new Set();
let scheduled = false;

/** @param {Source} source */
function track(source) {
  if (!running) return;
  source.observers.add(running);
  running.sources.set(source, source.version);
}

/** @param {Source} source */
function announce(source) {
  for (const observer of [...source.observers]) observer.changed();
}

/** @param {Computation} computation */
function release(computation) {
  for (const source of computation.sources.keys()) source.observers.delete(computation);
  computation.sources.clear();
}

/** @param {Computation} computation */
function isOutdated(computation) {
  for (const [source, version] of computation.sources) {
    source.refresh();
    if (source.version !== version) return true;
  }
  return false;
}

/**
 * @template T
 * @param {Computation} computation
 * @param {() => T} body
 * @returns {T}
 */
function observe(computation, body) {
  release(computation);
  const outer = running;
  running = computation;
  try {
    return body();
  } finally {
    running = outer;
  }
}

/**
 * A value that can be set.
 * @template T
 * @param {T} initial
 * @param {(a: T, b: T) => boolean} [equal]
 * @returns {State<T>}
 */
export function state(initial, equal = Object.is) {
  let value = initial;
  /** @type {Source} */
  const source = { version: 0, observers: new Set(), refresh() {} };
  return {
    get value() {
      track(source);
      return value;
    },
    set value(next) {
      if (equal(value, next)) return;
      value = next;
      source.version += 1;
      announce(source);
    },
    peek: () => value,
  };
}

/**
 * A value computed from others, when it is asked for and something it read has changed.
 * @template T
 * @param {() => T} compute
 * @param {(a: T, b: T) => boolean} [equal]
 * @returns {Readable<T>}
 */
export function derived(compute, equal = Object.is) {
  /** @type {T | undefined} */
  let value;
  let known = false;
  let stale = true;
  /** @type {Computation} */
  const computation = {
    sources: new Map(),
    changed() {
      if (stale) return;
      stale = true;
      announce(source);
    },
  };
  /** @type {Source} */
  const source = {
    version: 0,
    observers: new Set(),
    refresh() {
      if (!stale) return;
      if (known && !isOutdated(computation)) {
        stale = false;
        return;
      }
      const next = observe(computation, compute);
      stale = false;
      if (known && equal(/** @type {T} */ (value), next)) return;
      known = true;
      value = next;
      source.version += 1;
    },
  };
  return {
    get value() {
      source.refresh();
      track(source);
      return /** @type {T} */ (value);
    },
    peek() {
      source.refresh();
      return /** @type {T} */ (value);
    },
  };
}

/**
 * Runs `body` now and again after each change of what it read. A function that it returns runs before the
 * next run and at the end.
 * @param {() => (void | Disposer)} body
 * @returns {Disposer}
 */
export function effect(body) {
  /** @type {void | Disposer} */
  let cleanUp;
  let ended = false;
  /** @type {Computation} */
  const computation = {
    sources: new Map(),
    changed() {
      waiting.add(rerun);
      if (scheduled) return;
      scheduled = true;
      queueMicrotask(flush);
    },
  };
  function run() {
    const outer = owner;
    owner = null;
    try {
      cleanUp?.();
      cleanUp = undefined;
      cleanUp = observe(computation, body);
    } finally {
      owner = outer;
    }
  }
  function rerun() {
    if (!ended && isOutdated(computation)) run();
  }
  run();
  return owned(() => {
    ended = true;
    waiting.delete(rerun);
    release(computation);
    cleanUp?.();
  });
}

/** Runs the effects that wait, at once. Only tests need to call it. */
export function flush() {
  scheduled = false;
  for (let round = 0; waiting.size > 0 && round < 100; round += 1) {
    const batch = [...waiting];
    waiting.clear();
    for (const run of batch) run();
  }
}

/**
 * Reads without being told of changes.
 * @template T
 * @param {() => T} body
 * @returns {T}
 */
export function untracked(body) {
  const outer = running;
  running = null;
  try {
    return body();
  } finally {
    running = outer;
  }
}

/**
 * Gives a disposer to the scope in which it is made; it can still be called by hand, once.
 * @param {Disposer} dispose
 * @returns {Disposer}
 */
export function owned(dispose) {
  let done = false;
  const once = () => {
    if (done) return;
    done = true;
    dispose();
  };
  owner?.push(once);
  return once;
}

/**
 * Runs `body`; the disposer ends all that was made in it, the last first.
 * @param {() => void} body
 * @returns {Disposer}
 */
export function scope(body) {
  const outer = owner;
  /** @type {Disposer[]} */
  const mine = [];
  owner = mine;
  try {
    body();
  } finally {
    owner = outer;
  }
  return owned(() => {
    for (const dispose of mine.reverse()) dispose();
  });
}
