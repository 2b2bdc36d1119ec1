import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register, registerSelf } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { accountContext, openTicket, sealTicket } from "./account-request";
import { findAccountSession } from "./account-session";
import { downloadAccountData } from "./download-account-data";
import { openAccountSession } from "./open-account-session";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

test("doesn't name the user who verified the email that this user had only claimed", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = "ada@example.com";
  const claimed = await registerSelf(tenancy, device(), { email });
  const owner = await register(tenancy, device(), { username: email });
  const { sub } = claimed.principal;
  const passkey = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: tenancy.id, sub },
  });

  const ctx = { ...tenancy.ctx, actor: { kind: "browser" } as const };
  const ticket = await openTicket(ctx, await sealTicket(ctx, { locale: "en" }));
  const { cookie } = await openAccountSession(ctx, ctx.db, { sub, passkeyId: passkey.id });
  const session = await findAccountSession(ctx, cookie);
  if (session === null) throw new Error("the session was not opened");
  let text = "";
  for await (const part of downloadAccountData(accountContext(ctx, "example.com", ticket), session))
    text += part;

  expect(text).toContain("user.email-claim-lost");
  expect(text).not.toContain(owner.principal.sub);
});
