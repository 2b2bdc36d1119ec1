import { describe, expect, test } from "vitest";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { createVictim, newDevice, plantPasskey, signIn } from "@/testing/planted-passkey";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { copies } from "./copy";
import { sendReport, showReport } from "./report-page";

const run = provideService();

/** Plants a passkey. Returns the attacker's device and the link in the notice. */
async function planted(settings: Parameters<typeof createTestTenancy>[2] = {}) {
  const tenancy = await createTestTenancy(
    run.current,
    {},
    { notifyOfNewPasskeys: true, ...settings },
  );
  await createVictim(tenancy);
  // The notice of the victim's own passkey.
  await run.current.db.outboxEmail.deleteMany({ where: { tenancyId: tenancy.id } });
  run.current.clock.advance(1_000);
  const attacker = newDevice();
  await plantPasskey(tenancy, attacker);
  const mail = await run.current.db.outboxEmail.findFirstOrThrow({
    where: { tenancyId: tenancy.id },
  });
  const opened = await openEmail(run.current, mail.sealed ?? "");
  if (opened.kind !== "passkey-added") throw new Error("the email is no notice");
  return { tenancy, attacker, link: opened.link };
}

const contextOf = ({ id }: TestTenancy) => ({ params: Promise.resolve({ tenancyId: id }) });

const get = (tenancy: TestTenancy, link: string, headers: Record<string, string> = {}) =>
  showReport(new Request(link, { headers }), contextOf(tenancy));

/** Submits the form as a browser without a script does. */
const post = (tenancy: TestTenancy, link: string, type = "application/x-www-form-urlencoded") =>
  sendReport(
    new Request(link.split("?")[0] ?? "", {
      method: "POST",
      headers: { "content-type": type },
      body: new URL(link).searchParams.toString(),
    }),
    contextOf(tenancy),
  );

describe("the link of a notice", () => {
  test("shows the passkey and changes nothing, however often it is opened", async () => {
    const { tenancy, attacker, link } = await planted();
    for (let turn = 0; turn < 3; turn++) {
      const page = await get(tenancy, link);
      expect(page.status).toBe(200);
      expect(await page.text()).toContain("Disable this passkey?");
    }
    expect((await signIn(tenancy, attacker)).status).toBe(200);
  });

  test("disables the passkey when the form is sent, once, and signs no one in", async () => {
    const { tenancy, attacker, link } = await planted();
    const done = await post(tenancy, link);
    expect(done.status).toBe(200);
    expect(done.headers.get("set-cookie")).toBeNull();
    expect(await done.text()).toContain("Passkey disabled");
    expect((await signIn(tenancy, attacker)).body._tag).toBe("@error/PasskeyDisabled");
    for (const again of [await post(tenancy, link), await get(tenancy, link)]) {
      expect(again.status).toBe(404);
      const text = await again.text();
      expect(text).toContain("This link doesn’t work");
      expect(text).toContain("Check the passkeys in your");
    }
  });

  test("of the only passkey says in each language that the report is recorded", async () => {
    for (const [locale, { report }] of Object.entries(copies)) {
      const { tenancy, attacker, link } = await planted();
      const { id: tenancyId } = tenancy;
      const { id } = await run.current.db.passkey.findFirstOrThrow({
        where: { tenancyId },
        orderBy: { id: "asc" },
      });
      await run.current.db.passkey.deleteMany({ where: { tenancyId, id } });
      const done = await post(tenancy, `${link}&locale=${locale}`);
      expect(done.status).toBe(200);
      expect(await done.text()).toContain(report.recordedTitle);
      expect((await signIn(tenancy, attacker)).status).toBe(200);
    }
  });

  test("is never cached, and only its own origin receives the form", async () => {
    const { tenancy, link } = await planted();
    const { headers } = await get(tenancy, link);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("content-security-policy")).toContain("form-action 'self'");
    expect(headers.get("content-security-policy")).not.toMatch(/unsafe|https?:|\*/);
  });

  test.each(Object.entries(copies))("speaks %s", async (locale, { report }) => {
    const { tenancy, link } = await planted();
    const text = await (await get(tenancy, link, { "accept-language": locale })).text();
    expect(text).toContain(`<html lang="${locale}"`);
    expect(text).toContain(report.disable);
  });

  test("escapes the brand, and keeps tokens out of the log", async () => {
    const { tenancy, link } = await planted({ brandName: "<script>alert(1)</script>" });
    const text = await (await get(tenancy, link)).text();
    expect(text).not.toContain("<script>alert");
    await post(tenancy, link);
    const token = new URL(link).searchParams.get("token") ?? "none";
    expect(run.current.logged.join("\n")).not.toContain(token);
  });

  test("does not work in a suspended tenancy, and accepts only forms", async () => {
    const { tenancy, link } = await planted();
    expect((await post(tenancy, link, "application/json")).status).toBe(415);
    await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
    expect((await post(tenancy, link)).status).toBe(404);
    expect((await get(tenancy, link)).status).toBe(404);
  });

  test.each([
    ["opened", get],
    ["sent", post],
  ])("counts against the limit per address when it is %s", async (_how, request) => {
    const { tenancy, link } = await planted({ exchangesPerMinutePerAddress: 1 });
    const wrong = link.replace(/token=.*/, "token=wrong");
    expect((await request(tenancy, wrong)).status).toBe(404);
    expect((await request(tenancy, wrong)).status).toBe(429);
  });
});
