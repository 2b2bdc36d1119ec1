import { expect, test } from "vitest";
import { search } from "@/app/console/palette/actions";
import { findEvents } from "@/lib/domain/history/audit-search/find-events";
import { listTimeline } from "@/lib/domain/history/timeline-search/list-timeline";
import { endQuarantine } from "@/lib/domain/passkey/end-quarantine";
import { findDisabledPasskeys, findPasskeyRecord } from "@/lib/domain/passkey/find-passkey-record";
import { filterPasskeys } from "@/lib/domain/passkey/search/filter-passkeys";
import { authenticate } from "@/testing/ceremonies";
import { movePasskeyIn } from "@/testing/moved-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { disablePasskey, renamePasskey } from "./actions";

const run = provideService();

async function moveIn(id: string) {
  const tenancy = await createTestTenancy(run.current);
  const moved = await movePasskeyIn(run.current, tenancy, { id, userId: "ada" });
  const operator = await createTestOperator(run.current, { tenancyId: tenancy.id });
  return { tenancy, operator, ...moved };
}

test.each(["V1StGXR8_Z5jdHi6B-myT", "01JD3S0M6KZ8F4W2V9B7C5X1TA", "42", "a.b~c"])(
  "the list of passkeys finds %s",
  async (id) => {
    const { tenancy } = await moveIn(id);
    await own(tenancy, 1, { userId: "bob" });
    const { entries: records } = await filterPasskeys(tenancy.ctx, { filter: { q: id }, rows: 10 });
    expect(records).toMatchObject([{ passkey: { id } }]);
  },
);

test("a short former id doesn't hide the usernames that start with it", async () => {
  const { tenancy } = await moveIn("bob");
  await own(tenancy, 1, { userId: "bob", username: "bobby" });
  const { entries: records } = await filterPasskeys(tenancy.ctx, {
    filter: { q: "bob" },
    rows: 10,
  });
  expect(records.map(({ passkey }) => passkey.credential.username)).toEqual(["bobby", "ada"]);
});

test.each(["V1StGXR8_Z5jdHi6B-myT", "01JD3S0M6KZ8F4W2V9B7C5X1TA"])(
  "the search of the console leads from %s to the passkey",
  async (id) => {
    const { tenancy, operator } = await moveIn(id);
    const found = await operator.as(() => search(tenancy.id, { text: id }));
    expect(found).toMatchObject({ ok: true, value: { id, kinds: ["passkey"] } });
    const other = await createTestTenancy(run.current);
    const stranger = await createTestOperator(run.current, { tenancyId: other.id });
    const elsewhere = await stranger.as(() => search(other.id, { text: id }));
    expect(elsewhere).toMatchObject({ ok: true, value: { kinds: [] } });
  },
);

test("the audit log finds and shows events by the former id", async () => {
  const { tenancy, ownId } = await moveIn("pk-1");
  for (const target of ["pk-1", ownId]) {
    const { entries: events } = await findEvents(tenancy.ctx, { target }, 10);
    expect(events).toMatchObject([{ action: "passkey.imported", targetId: "pk-1" }]);
  }
});

test("a user's timeline names the passkey by the former id", async () => {
  const { tenancy, ownId, device } = await moveIn("pk-1");
  const { principal } = await authenticate(tenancy, device);
  await run.current.timeline.flush();
  const person = { sub: principal.sub, mailbox: null, passkeyIds: [ownId] };
  const { entries } = await listTimeline(tenancy.ctx, person, {}, 10);
  expect(entries.map(({ kind, passkey }) => [kind, passkey?.id])).toEqual(
    expect.arrayContaining([
      ["sign-in.succeeded", "pk-1"],
      ["passkey.imported", "pk-1"],
    ]),
  );
});

test("the passkey's page and actions take the former id", async () => {
  const { tenancy, operator, ownId } = await moveIn("pk-1");
  const act = (work: () => Promise<{ ok: boolean }>) => operator.as(work);
  expect(
    await act(() => renamePasskey(tenancy.id, { passkeyId: "pk-1", username: "new" })),
  ).toMatchObject({ ok: true });
  expect(
    await act(() => disablePasskey(tenancy.id, { passkeyId: "pk-1", reason: "lost" })),
  ).toMatchObject({ ok: true, value: { changed: [ownId], missing: [] } });
  const record = await findPasskeyRecord(tenancy.ctx, "pk-1");
  expect(record).toMatchObject({
    id: ownId,
    passkey: { id: "pk-1", enabled: false, credential: { username: "new" } },
  });
  const [disabled] = await findDisabledPasskeys(tenancy.ctx, record === null ? [] : [record]);
  expect(disabled?.by).toEqual({ kind: "operator", name: operator.email });
});

test("a quarantine ends by the former id", async () => {
  const { tenancy, ownId } = await moveIn("pk-1");
  await run.current.db.passkey.updateMany({
    where: { tenancyId: tenancy.id, id: ownId },
    data: { quarantinedUntil: new Date(run.current.clock.now() + 60_000) },
  });
  expect(await endQuarantine(tenancy.ctx, { passkeyId: "pk-1" })).toEqual({ isChanged: true });
  await expect(endQuarantine(tenancy.ctx, { passkeyId: "pk-2" })).rejects.toMatchObject({
    tag: "@error/NotFound",
  });
});
