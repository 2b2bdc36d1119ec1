import { randomInt } from "node:crypto";
import type { ServerResponse } from "node:http";

const slowMs = 3_000;
const hugeBytes = 100 * 1024 * 1024;
const part = Buffer.alloc(64 * 1024, "x");

/** Sends a body as fast as the client reads it, until the client closes the connection. */
function sendHugeBody(response: ServerResponse): void {
  response.writeHead(200, { "content-length": String(hugeBytes) });
  let left = hugeBytes;
  const write = () => {
    while (left > 0 && !response.destroyed) {
      left -= part.length;
      if (!response.write(part)) return;
    }
    response.end();
  };
  response.on("drain", write);
  write();
}

/** Where redirecting webhooks point. Keystead follows no redirect, so nothing must arrive there. */
export const redirectPath = "/redirected";

/** How a webhook answers each event. */
const fixed = {
  ok: (response) => void response.end("ok"),
  failing: (response) => void response.writeHead(500).end("no"),
  slow: (response) => void setTimeout(() => response.end("ok"), slowMs),
  silent: () => undefined,
  redirecting: (response) => void response.writeHead(307, { location: redirectPath }).end(),
  huge: sendHugeBody,
} satisfies Record<string, (response: ServerResponse) => void>;

/** How often a mixed webhook answers in each way, in percent. */
const mix: [behavior: keyof typeof fixed, percent: number][] = [
  ["ok", 60],
  ["failing", 15],
  ["slow", 5],
  ["silent", 3],
  ["redirecting", 7],
  ["huge", 10],
];

function answerMixed(response: ServerResponse): void {
  let left = randomInt(100);
  for (const [behavior, percent] of mix) {
    left -= percent;
    if (left < 0) return fixed[behavior](response);
  }
}

export type Behavior = keyof typeof fixed | "mixed";

/** Every behavior, by its name. */
export const behaviors: Record<Behavior, (response: ServerResponse) => void> = {
  ...fixed,
  mixed: answerMixed,
};
