// What the reporters of both test programs tell `run-part.mjs`, which started their process.

/** @typedef {{ type: "begin", total: number }} Begin how many files or journeys will run */
/** @typedef {{ type: "retry", file: string, text: string }} Retry a journey that failed and runs again */
/**
 * @typedef {{ type: "end", file: string, passed: number, skipped: number, failures: string[],
 *   retried: string[] }} End a file or journey that ended, with a text per failed test and the names of
 *   those that passed only when they ran again
 */

/** @param {Begin | Retry | End} event */
export const tell = (event) => process.send?.(event);

/** Keeps a message readable where it is printed: the message, and where in our files it arose. */
export function textOf({ message, stack = "" }) {
  const places = stack.split("\n").filter((line) => /^\s+at /.test(line));
  const ours = places.filter((line) => !line.includes("node_modules")).slice(0, 6);
  return [message, ...ours].join("\n");
}
