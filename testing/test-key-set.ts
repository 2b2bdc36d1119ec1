import { expect, test } from "vitest";
import { KeySet } from "@/lib/contract/key-set";
import { callApi } from "./api-client";

/** Tests what the contract promises of both key set paths. */
export function testKeySet(path: string): void {
  test("the key set is public and cacheable, and contains no private key", async () => {
    const reply = await callApi("GET", path);
    expect(reply.status).toBe(200);
    expect(KeySet.parse(reply.body).keys[0]).toMatchObject({
      kty: "EC",
      crv: "P-256",
      alg: "ES256",
      use: "sig",
    });
    expect(JSON.stringify(reply.body)).not.toContain('"d"');
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      "content-type": "application/json",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
    });
  });

  test("HEAD returns no body, and other methods return 405", async () => {
    const head = await callApi("HEAD", path);
    expect(head.status).toBe(200);
    expect(head.body).toBeUndefined();
    expect((await callApi("POST", path)).headers.get("allow")).toBe("GET, HEAD");
  });
}
