import { describe, expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { newMailbox } from "@/testing/challenge-rules";
import { withLocalMode } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const own = { host: "localhost:3000" };

const ask = (query = "", headers: Record<string, string> = own) =>
  withLocalMode(() => callApi("GET", `/inbox.json${query}`, { headers }));

async function receive(recipient: string, subject = "Your code"): Promise<string> {
  const tenancy = await createTestTenancy(run.current);
  const id = run.current.createId();
  run.current.clock.advance(1_000);
  await run.current.db.inboxEmail.create({
    data: {
      tenancyId: tenancy.id,
      id,
      sender: "no-reply@localhost",
      recipient,
      subject,
      html: "<p>123456</p>",
      text: "123456",
      receivedAt: new Date(run.current.clock.now()),
    },
  });
  return id;
}

const idsOf = ({ body }: Awaited<ReturnType<typeof ask>>) =>
  (body["emails"] as { id: string }[]).map(({ id }) => id);

describe("in local mode", () => {
  test("returns the emails of an address, newest first", async () => {
    const email = newMailbox();
    const first = await receive(email);
    const second = await receive(email.toUpperCase(), "Again");
    await receive(newMailbox());
    const reply = await ask(`?email=${email}`);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        _tag: "Inbox",
        emails: [
          { id: second, subject: "Again" },
          {
            id: first,
            from: "no-reply@localhost",
            to: email,
            subject: "Your code",
            text: "123456",
            html: "<p>123456</p>",
            receivedAt: expect.any(Number) as number,
          },
        ],
      },
    });
    expect(reply.headers.get("cache-control")).toBe("no-store");
    expect(idsOf(await ask()).slice(0, 1)).not.toEqual([second]);
  });

  test("the address is no pattern", async () => {
    const email = newMailbox().replace("@", "_1@");
    await receive(email.replace("_1@", "x1@"));
    expect(idsOf(await ask(`?email=${email}`))).toEqual([]);
    expect(idsOf(await ask("?email=%25"))).toEqual([]);
  });

  test("rejects text that the database can't compare", async () => {
    expect(await ask("?email=%00")).toMatchObject({
      status: 400,
      body: { _tag: "@error/BadRequest" },
    });
  });

  test.each(["localhost", "127.0.0.1:3000", "[::1]:3000", "app.localhost:3000"])(
    "serves the host %s",
    async (host) => expect((await ask("", { host })).status).toBe(200),
  );

  test.each([
    [{ host: "evil.example" }],
    [{ host: "localhost.evil.example" }],
    [{}],
    [{ ...own, "x-forwarded-for": "127.0.0.1" }],
    [{ ...own, "x-forwarded-host": "localhost" }],
    [{ ...own, "x-forwarded-proto": "https" }],
    [{ ...own, forwarded: "for=127.0.0.1" }],
    [{ ...own, via: "1.1 tunnel" }],
    [{ ...own, "x-real-ip": "127.0.0.1" }],
  ])("is not found for %o", async (headers) => {
    expect(await ask("", headers)).toMatchObject({
      status: 404,
      body: { _tag: "@error/NotFound" },
    });
  });

  test("a page of another origin can't read it", async () => {
    const reply = await ask("", { ...own, origin: "https://app.example.com" });
    expect(reply.headers.get("access-control-allow-origin")).toBeNull();
  });

  test.each(["HEAD", "POST", "DELETE", "OPTIONS"] as const)("%s is a 405", async (method) => {
    const reply = await withLocalMode(() => callApi(method, "/inbox.json", { headers: own }));
    expect(reply.status).toBe(405);
    expect(reply.headers.get("allow")).toBe("GET");
  });
});

test("is not found in production", async () => {
  expect(await callApi("GET", "/inbox.json", { headers: own })).toMatchObject({
    status: 404,
    body: { _tag: "@error/NotFound" },
  });
});
