import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import { lifetimes } from "@/lib/limits";

const shared = { to: z.string(), locale: z.string() };

const SealedChallengeEmail = z.object({
  ...shared,
  kind: z.literal("challenge"),
  purpose: z.string(),
  name: z.string().optional(),
  longCode: z.string(),
  lifetimeMs: z.int(),
  /** Rendered but not sent, so that timing doesn't reveal whether the address is known. */
  isDecoy: z.boolean().optional(),
});

const SealedInvitation = z.object({
  ...shared,
  kind: z.literal("invitation"),
  tenancy: z.string(),
  inviter: z.string(),
  role: z.enum(["owner", "admin", "support", "auditor"]),
  link: z.string(),
  untilMs: z.int(),
});

const SealedPasskeyNotice = z.object({
  ...shared,
  kind: z.literal("new-passkey"),
  person: z.string(),
  untilMs: z.int(),
});

const SealedWebhookNotice = z.object({
  ...shared,
  kind: z.literal("webhook-gone"),
  webhook: z.string(),
  tenancy: z.string(),
  untilMs: z.int(),
});

const SealedPasskeyReport = z.object({
  ...shared,
  kind: z.literal("passkey-added"),
  isTest: z.boolean().optional(),
  provider: z.string().nullable(),
  /** Absent from emails that the previous release queued. */
  browser: z.string().nullish(),
  createdMs: z.int(),
  link: z.string(),
  untilMs: z.int(),
});

const SealedUndo = z.object({
  ...shared,
  kind: z.enum(["deletion-requested", "email-changed"]),
  browser: z.string().nullable(),
  createdMs: z.int(),
  link: z.string(),
  untilMs: z.int(),
});

/** A test email that an operator sends to themselves. */
const SealedTestEmail = SealedChallengeEmail.omit({ name: true, isDecoy: true }).extend({
  kind: z.literal("test"),
});

/** The encrypted content of an outbox row: the values that the template needs. */
const SealedEmail = z.discriminatedUnion("kind", [
  SealedChallengeEmail,
  SealedTestEmail,
  SealedInvitation,
  SealedPasskeyNotice,
  SealedWebhookNotice,
  SealedPasskeyReport,
  SealedUndo,
]);
export type SealedEmail = z.infer<typeof SealedEmail>;

export const sealEmail = ({ secrets }: Service, email: SealedEmail): Promise<string> =>
  secrets.seal("outbox-mail", JSON.stringify(email));

/** @throws when no current service secret decrypts it */
export async function openEmail({ secrets }: Service, sealed: string): Promise<SealedEmail> {
  return SealedEmail.parse(JSON.parse(await secrets.open("outbox-mail", sealed)));
}

/** Deletes a batch of outbox rows a day after they expire. */
export const purgeOutbox = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "OutboxMail", "expiresAt", clock.now() - lifetimes.dayMs);

/** Deletes a batch of local emails a day after they arrived. */
export const purgeInbox = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "InboxMail", "receivedAt", clock.now() - lifetimes.dayMs);
