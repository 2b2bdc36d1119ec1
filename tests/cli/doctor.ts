import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "vitest";
import type { Finding } from "@/cli/doctor/finding";
import { keystead } from "./keystead";

interface Diagnosis {
  code: number | null;
  /** Each finding by its check; the worst of several. */
  levels: Record<string, string>;
  findings: Finding[];
  /** What was found and advised, of findings that aren't good. */
  text: string;
}

const worst = ["good", "skipped", "warning", "problem"];

/** Runs `keystead doctor --json`. */
export async function diagnose(
  env: Record<string, string>,
  options: string[] = [],
): Promise<Diagnosis> {
  const { code, out, err } = await keystead(["doctor", "--json", ...options], env);
  const { problems, findings } = JSON.parse(out) as { problems: number; findings: Finding[] };
  expect(code).toBe(problems > 0 ? 4 : 0);
  expect(err === "").toBe(problems === 0);
  const levels: Record<string, string> = {};
  for (const { check, level } of findings)
    if (worst.indexOf(level) >= worst.indexOf(levels[check] ?? "good")) levels[check] = level;
  const text = findings
    .filter(({ level }) => level !== "good")
    .map(({ found, advice }) => `${found} ${advice}`)
    .join("\n");
  return { code, levels, findings, text };
}

/**
 * Starts a proxy that forwards to a port.
 * @param headersOf what it sends, from the address and headers of a request
 */
export async function startProxy(
  target: number,
  headersOf: (address: string, headers: Record<string, string>) => Record<string, string>,
): Promise<{ port: number; close(): Promise<void> }> {
  const proxy = createServer((incoming, response) => {
    const { method, url, headers, socket } = incoming;
    const forwarded = request(
      {
        host: "127.0.0.1",
        port: target,
        method,
        path: url,
        headers: headersOf(socket.remoteAddress ?? "", headers as Record<string, string>),
      },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502);
        answer.pipe(response);
      },
    );
    forwarded.on("error", () => response.writeHead(502).end());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => proxy.close(resolve));
      proxy.closeAllConnections();
      await closed;
    },
  };
}
