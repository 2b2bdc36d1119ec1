import { describe, expect, test } from "vitest";
import { routes } from "@/server/routes.generated";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const limit = 64 * 1024;
const path = "/v2/[tenancyId]/passkey/registration/authorize";
const route = routes.find((candidate) => candidate.path === path);
const principal = routes.find((candidate) => candidate.path === "/v2/[tenancyId]/principal/[code]");

interface Sent {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** Sends bytes as they are, without the courtesies of callApi. */
async function send(headers: Record<string, string>, body?: BodyInit): Promise<Sent> {
  const tenancy = await createTestTenancy(run.current);
  const init = {
    method: "POST",
    headers: { authorization: `Bearer ${tenancy.apiKey}`, ...headers },
    ...(body === undefined ? {} : { body }),
    duplex: "half",
  };
  const response = await route?.module.POST(
    new Request(`http://localhost/v2/${tenancy.id}/passkey/registration/authorize`, init),
    { params: Promise.resolve({ tenancyId: tenancy.id }) },
  );
  if (response === undefined) throw new Error(`there is no ${path}`);
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  };
}

const json = { "content-type": "application/json" };
const good = '{"username":"ada"}';
/** A body that is accepted, of exactly that many bytes. */
const bodyOf = (bytes: number) =>
  `{"username":"ada","padding":"${"x".repeat(bytes - '{"username":"ada","padding":""}'.length)}"}`;

function streamOf(
  chunks: () => Iterable<Uint8Array>,
  onPull: () => void = () => undefined,
): ReadableStream<Uint8Array> {
  const source = chunks()[Symbol.iterator]();
  return new ReadableStream({
    pull(controller) {
      onPull();
      const next = source.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
}

describe("null", () => {
  const statusOf = async (body: object) => (await send(json, JSON.stringify(body))).status;

  test("for an optional field counts as absent", async () => {
    const optional = ["userId", "email", "givenName", "displayName", "rpId", "timeout", "hints"];
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));
    expect(await statusOf({ username: "ada", ...nulls })).toBe(200);
  });

  test("for a required field is an error", async () =>
    expect(await statusOf({ username: null })).toBe(400));

  test("for a setting is an error that changes nothing", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { key } = await tenancy.createKey({ scopes: ["settings:read", "settings:write"] });
    expect(
      await tenancy.backend(
        "PATCH",
        "settings",
        { codeDigits: null, codeAttempts: 4 },
        { authorization: `Bearer ${key}` },
      ),
    ).toMatchObject({ status: 400, body: { issues: [{ path: "codeDigits" }] } });
  });
});

describe("media type", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON",
    'application/json;profile="a;b"',
    " application/json ",
    "application/json;",
  ])("%j is JSON", async (type) =>
    expect((await send({ "content-type": type }, good)).status).toBe(200),
  );

  test.each([
    "text/plain",
    "application/jsonp",
    "application/json-patch+json",
    "application/ld+json",
    "text/json",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=application/json",
    "text/plain; application/json",
    "",
  ])("%j is not JSON", async (type) =>
    expect(await send({ "content-type": type }, good)).toMatchObject({
      status: 415,
      body: { _tag: "@error/UnsupportedMediaType" },
    }),
  );

  test("returns 415 without a type or a required body", async () => {
    expect((await send({}, new TextEncoder().encode(good))).status).toBe(415);
    expect((await send({})).status).toBe(415);
  });

  test.each(["gzip", "br", "deflate", "GZIP", "identity, gzip", "x-gzip"])(
    "returns 415 for a body encoded as %s",
    async (encoding) =>
      expect((await send({ ...json, "content-encoding": encoding }, good)).status).toBe(415),
  );
  test("accepts the encoding identity", async () =>
    expect((await send({ ...json, "content-encoding": "identity" }, good)).status).toBe(200));

  test("requires the type of an optional body that is sent", async () => {
    const tenancy = await createTestTenancy(run.current);
    const post = async (headers: Record<string, string>, body?: string) => {
      const request = new Request("http://localhost/", {
        method: "POST",
        headers: { authorization: `Bearer ${tenancy.apiKey}`, ...headers },
        ...(body === undefined ? {} : { body }),
      });
      return (
        await principal?.module.POST(request, {
          params: Promise.resolve({ tenancyId: tenancy.id, code: "x" }),
        })
      )?.status;
    };
    expect(await post({})).toBe(404);
    expect(await post(json)).toBe(404);
    expect(await post({ "content-type": "text/plain" }, "{}")).toBe(415);
    expect(await post({ "content-type": "text/plain" }, "")).toBe(404);
    expect(await post(json, "{")).toBe(400);
  });
});

describe("size", () => {
  const bytes = (length: number) => new TextEncoder().encode(bodyOf(length));

  test.each([
    [limit, 200],
    [limit + 1, 413],
  ])("%i bytes return %i, with and without Content-Length", async (length, status) => {
    expect((await send({ ...json, "content-length": String(length) }, bytes(length))).status).toBe(
      status,
    );
    expect(
      (
        await send(
          json,
          streamOf(() => [bytes(length)]),
        )
      ).status,
    ).toBe(status);
    expect(
      (
        await send(
          json,
          streamOf(() => Array.from(bytes(length), (byte) => Uint8Array.of(byte))),
        )
      ).status,
    ).toBe(status);
  });

  test("counts bytes, not characters", async () => {
    const wide = `{"username":"ada","padding":"${"ü".repeat(limit / 2)}"}`;
    expect(wide.length).toBeLessThan(limit);
    expect(await send(json, wide)).toMatchObject({
      status: 413,
      body: { _tag: "@error/PayloadTooLarge" },
    });
  });

  test("stops reading an endless body just over the limit", async () => {
    let pulled = 0;
    const endless = function* () {
      for (;;) yield new Uint8Array(1_024).fill(32);
    };
    const reply = await send(
      json,
      streamOf(endless, () => pulled++),
    );
    expect(reply.status).toBe(413);
    expect(pulled).toBeLessThan(80);
  });

  test("rejects a declared size over the limit without reading", async () => {
    let pulled = 0;
    const reply = await send(
      { ...json, "content-length": String(limit + 1) },
      streamOf(
        () => [],
        () => pulled++,
      ),
    );
    expect(reply.status).toBe(413);
    // The stream fills its own queue once and is not read further.
    expect(pulled).toBeLessThanOrEqual(1);
  });
});

describe("JSON", () => {
  test.each([
    "",
    " ",
    "{",
    "{'username':'ada'}",
    '{"username":"ada",}',
    "undefined",
    "NaN",
    '{"username":"ada"}}',
    '"ada"',
    "null",
    "1",
    "true",
    "[]",
    '[{"username":"ada"}]',
  ])("%j returns a 400 with issues", async (text) => {
    const reply = await send(json, text);
    expect(reply).toMatchObject({ status: 400, body: { _tag: "@error/BadRequest" } });
    expect(reply.body["issues"]).toEqual([
      { path: "", message: expect.stringMatching(/./) as string },
    ]);
    expect(JSON.stringify(reply.body)).not.toMatch(/position|Unexpected|token|Invalid input/);
  });

  const quoted = (...inner: number[]) =>
    Uint8Array.of(...Buffer.from('{"username":"'), ...inner, ...Buffer.from('"}'));
  test.each([
    ["a lone continuation byte", quoted(0x80)],
    ["a cut sequence", quoted(0xc3)],
    ["an overlong form", quoted(0xc0, 0xaf)],
    ["a surrogate in UTF-8", quoted(0xed, 0xa0, 0x80)],
    ["beyond U+10FFFF", quoted(0xf5, 0x80, 0x80, 0x80)],
    ["UTF-16", new Uint8Array(Buffer.from(good, "utf16le"))],
  ])("%s returns 400", async (_name, bytes) =>
    expect(await send(json, bytes)).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest" },
    }),
  );

  test("accepts a surrogate pair", async () =>
    expect((await send(json, '{"username":"\\ud83d\\udd11"}')).status).toBe(200));
});
