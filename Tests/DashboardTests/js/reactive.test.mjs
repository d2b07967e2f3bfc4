import assert from "node:assert/strict";
import test from "node:test";
import { derived, effect, flush, scope, state } from "../../../Public/js/core/reactive.js";

test("an effect follows what it reads, once for many changes", () => {
  const a = state(1);
  const b = state(2);
  const sum = derived(() => a.value + b.value);
  const seen = [];
  effect(() => {
    seen.push(sum.value);
  });
  a.value = 10;
  b.value = 20;
  flush();
  assert.deepEqual(seen, [3, 30]);
});

test("an effect rests when what it reads came out equal", () => {
  const a = state(1);
  const isOdd = derived(() => a.value % 2 === 1);
  let runs = 0;
  effect(() => {
    isOdd.value;
    runs += 1;
  });
  a.value = 3;
  flush();
  assert.equal(runs, 1);
  a.value = 4;
  flush();
  assert.equal(runs, 2);
});

test("what is no longer read is no longer followed", () => {
  const useA = state(true);
  const a = state("a");
  let runs = 0;
  effect(() => {
    runs += 1;
    if (useA.value) a.value;
  });
  useA.value = false;
  flush();
  a.value = "b";
  flush();
  assert.equal(runs, 2);
});

test("a scope ends what was made in it, and cleans up", () => {
  const a = state(1);
  let runs = 0;
  let cleaned = 0;
  const end = scope(() => {
    effect(() => {
      a.value;
      runs += 1;
      return () => {
        cleaned += 1;
      };
    });
  });
  a.value = 2;
  flush();
  assert.deepEqual([runs, cleaned], [2, 1]);
  end();
  end();
  a.value = 3;
  flush();
  assert.deepEqual([runs, cleaned], [2, 2]);
});
