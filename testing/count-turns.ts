/**
 * Counts how often the event loop serves other work from now on.
 * @returns a function that stops counting and returns the number
 */
export function countTurns(): () => number {
  let turns = 0;
  let isCounting = true;
  const next = () => {
    if (!isCounting) return;
    turns++;
    setImmediate(next);
  };
  setImmediate(next);
  return () => {
    isCounting = false;
    return turns;
  };
}
