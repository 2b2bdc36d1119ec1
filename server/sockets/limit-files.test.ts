import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { createMovableClock } from "@/testing/movable-clock";
import { limitFiles } from "./limit-files";

test("an address gets so many of the API's files a minute, and anything else", () => {
  const clock = createMovableClock(1_795_000_000_000);
  let served = 0;
  const refused: number[] = [];
  const response = {
    writeHead: (status: number) => (refused.push(status), { end: () => undefined }),
  } as unknown as ServerResponse;
  const handle = limitFiles(() => void served++, clock, {
    perMinute: 2,
    documentsPerMinute: 1,
  });
  const get = (url: string, address = "192.0.2.1") =>
    handle(
      { url, headers: { "x-keystead-client-address": address } } as unknown as IncomingMessage,
      response,
    );
  const files = ["/client/v2.js?a", "/aaguid/x/icon.svg", "/client/v2.d.ts"];
  for (const url of [...files, "/schemas/events.json", "/openapi.json"]) get(url);
  expect([served, refused]).toEqual([3, [429, 429]]);
  for (const url of ["/readyz", "/healthz", "/v2/x/passkeys"]) get(url);
  get("/openapi.json", "192.0.2.2");
  clock.advance(60_000);
  get("/openapi.json");
  expect([served, refused]).toEqual([8, [429, 429]]);
});
