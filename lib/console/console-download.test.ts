import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { consoleDownload, type Download } from "./console-download";
import { withRequestFacts } from "./request-facts";

const run = provideService();
const request = (headers: Record<string, string> = {}) =>
  new Request("http://localhost:3000/download", { headers });

async function* words(...texts: string[]) {
  for (const text of texts) yield text;
}

const make = (texts: AsyncIterable<string>) => async (): Promise<Download> => ({
  name: 'passkeys of\r\n"x"',
  format: "csv",
  texts,
});
const download = (
  tenancyId: string,
  {
    texts = words("a", "", "b"),
    headers = {},
  }: { texts?: AsyncIterable<string>; headers?: Record<string, string> } = {},
) =>
  consoleDownload("passkey.export", make(texts))(request(headers), {
    params: Promise.resolve({ tenancyId }),
  });

test("sends a file as an attachment that browsers neither render nor cache", async () => {
  const { id } = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: id });
  const reply = await owner.as(() => download(id));
  expect(reply.status).toBe(200);
  expect(reply.headers.get("content-disposition")).toBe(
    'attachment; filename="passkeys-of---x-.csv"',
  );
  expect([
    reply.headers.get("content-type"),
    reply.headers.get("x-content-type-options"),
    reply.headers.get("cache-control"),
  ]).toEqual(["text/csv; charset=utf-8", "nosniff", "no-store"]);
  expect(await reply.text()).toBe("ab");
});

test("returns the same 404 without a session, a role, access to the tenancy or the right origin", async () => {
  const { id } = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: id });
  const support = await createTestOperator(run.current, { tenancyId: id, role: "support" });
  const stranger = await createTestOperator(run.current, { tenancyId: other.id });
  const replies = [
    await withRequestFacts(requestFacts(run.current, undefined), () => download(id)),
    await support.as(() => download(id)),
    await stranger.as(() => download(id)),
    await owner.as(() => download("00000000000000000000000000")),
    await owner.as(() => download(id, { headers: { "sec-fetch-site": "cross-site" } })),
  ];
  expect(replies.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  expect(new Set(await Promise.all(replies.map((reply) => reply.text()))).size).toBe(1);
});

test("reads nothing ahead of the client and nothing after a disconnect", async () => {
  const { id } = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: id });
  let [made, ended] = [0, false];
  async function* endless() {
    try {
      for (;;) yield `page ${++made}\n`;
    } finally {
      ended = true;
    }
  }
  const reply = await owner.as(() => download(id, { texts: endless() }));
  const reader = reply.body?.getReader();
  expect(made).toBe(0);
  await reader?.read();
  await reader?.read();
  expect(made).toBe(2);
  await reader?.cancel();
  expect([made, ended]).toEqual([2, true]);
});
