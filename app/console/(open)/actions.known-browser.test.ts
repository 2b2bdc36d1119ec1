import { expect, test } from "vitest";
import { type RequestFacts, withRequestFacts } from "@/lib/console/request-facts";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { newMailbox } from "@/testing/challenge-rules";
import { openSystem } from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, requestFacts } from "@/testing/test-operator";
import { beginSignInByCode, finishSignInByCode } from "./actions";

const run = provideService();

function openBrowser(address: string) {
  const cookies = new Map<string, string>();
  const options = new Map<string, { path?: string }>();
  const facts: RequestFacts = {
    ...requestFacts(run.current, undefined, cookies),
    client: { address, userAgent: "tests", origin: run.current.baseUrl },
  };
  const watched: RequestFacts = {
    ...facts,
    setCookie: (name, value, more) => (options.set(name, more), facts.setCookie(name, value, more)),
  };
  return { cookies, options, as: <T>(work: () => T) => withRequestFacts(watched, work) };
}

test("the console knows an operator's browser, whatever strangers request for their mailbox", async () => {
  const system = await openSystem(run.current);
  await run.current.db.tenancy.update({
    where: { id: system.tenancy.id },
    data: { challengesPerTenMinutes: 2 },
  });
  const { email } = await createTestOperator(run.current, { email: newMailbox() });
  const own = openBrowser("198.51.100.1");
  expect(await own.as(() => beginSignInByCode({ email }))).toMatchObject({ ok: true });
  const rows = await run.current.db.outboxEmail.findMany({
    where: { tenancyId: system.tenancy.id, sealed: { not: null } },
  });
  const mails = await Promise.all(rows.map(({ sealed }) => openEmail(run.current, sealed ?? "")));
  const [code = ""] = mails.flatMap((mail) =>
    mail.kind === "challenge" && mail.to === email ? [mail.longCode.slice(0, 6)] : [],
  );
  expect(await own.as(() => finishSignInByCode({ code }))).toMatchObject({ ok: true });
  expect(own.options.get("keystead-browser")).toMatchObject({ path: "/console" });

  for (const prefix of [1, 2, 3])
    await openBrowser(`192.0.${prefix}.1`).as(() => beginSignInByCode({ email }));
  expect(await openBrowser("192.0.9.1").as(() => beginSignInByCode({ email }))).toMatchObject({
    ok: false,
    error: { tag: "@error/ChallengeRateLimited" },
  });
  expect(await own.as(() => beginSignInByCode({ email }))).toMatchObject({ ok: true });
  await run.current.db.tenancy.update({
    where: { id: system.tenancy.id },
    data: { challengesPerTenMinutes: 5 },
  });
});
