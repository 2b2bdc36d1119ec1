/** A generator of numbers in [0, 1) from a seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Creates a fixed schedule of independent arrivals, so that every server gets the same bursts.
 * @returns ascending times in milliseconds, with exponential gaps
 */
export function scheduleArrivals({
  perSecond,
  seconds,
  seed,
}: {
  perSecond: number;
  seconds: number;
  seed: number;
}): number[] {
  const random = createRandom(seed);
  const times: number[] = [];
  const nextAfter = (atMs: number) => atMs - (Math.log(1 - random()) * 1_000) / perSecond;
  for (let atMs = nextAfter(0); atMs < seconds * 1_000; atMs = nextAfter(atMs)) times.push(atMs);
  return times;
}
