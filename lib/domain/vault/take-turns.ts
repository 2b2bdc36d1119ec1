let last: Promise<unknown> = Promise.resolve();

/** Runs one work of this process after the other, so that however many imports there are, they hold one connection. */
export function takeTurns<T>(work: () => Promise<T>): Promise<T> {
  const mine = last.then(work, work);
  last = mine.catch(() => undefined);
  return mine;
}
