import { type AccountVisitor, visitAccount } from "./account-visitor";
import type { device } from "./hosted-sign-up";
import { signUp, userOf } from "./hosted-sign-up";
import type { TestService } from "./test-service";
import type { TestTenancy } from "./test-tenancy";

export const day = 24 * 60 * 60 * 1_000;
export const minute = 60 * 1_000;
export const forbidden = { status: 403, body: { _tag: "@error/Forbidden" } };
export const confirmFirst = { status: 403, body: { reason: "confirm" } };

/** A user with a passkey, and a browser on their account page. */
export interface TestAccount {
  phone: ReturnType<typeof device>;
  email: string;
  sub: string;
  visitor: AccountVisitor;
}

/** Registers a user on the hosted pages. */
export async function createAccount(
  service: TestService,
  tenancy: TestTenancy,
): Promise<TestAccount> {
  const { phone, email } = await signUp(service, tenancy);
  const user = await userOf(tenancy, email);
  // So that a second passkey has a later id.
  service.clock.advance(1_000);
  return { phone, email, sub: user?.sub ?? "", visitor: visitAccount(service, tenancy) };
}

/** The user's passkeys, oldest first. */
export const passkeysOf = ({ db }: TestService, sub: string) =>
  db.passkey.findMany({ where: { sub }, orderBy: { id: "asc" } });

export const idOf = async (service: TestService, sub: string, at = 0) =>
  (await passkeysOf(service, sub))[at]?.id ?? "";

export const sessionsOf = ({ db }: TestService, sub: string) =>
  db.accountSession.count({ where: { sub } });

export const actionsOf = async ({ db }: TestService, targetId: string) =>
  (await db.auditEvent.findMany({ where: { targetId } })).map(({ action }) => action);

/** Tries to change the account in each way. */
export const tryChanges = async (
  service: TestService,
  { visitor, sub }: Pick<TestAccount, "visitor" | "sub">,
) => {
  const passkeyId = await idOf(service, sub);
  return [
    await visitor.step("new-passkey-options"),
    await visitor.step("rename-passkey", { passkeyId, label: "mine" }),
    await visitor.step("remove-passkey", { passkeyId }),
    await visitor.step("change-profile", { givenName: "Mal", familyName: "Ory", locale: "fr" }),
    await visitor.step("download"),
  ];
};
