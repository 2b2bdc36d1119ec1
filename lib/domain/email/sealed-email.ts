import { z } from "zod";
import type { Service } from "@/lib/domain/context";

const shared = { to: z.string(), locale: z.string() };

const SealedChallengeMail = z.object({
  ...shared,
  kind: z.literal("challenge"),
  purpose: z.string(),
  name: z.string().optional(),
  longCode: z.string(),
  lifetimeMs: z.int(),
  /**
   * Rendered like any other, and then not sent: it's for an address that no one may learn about.
   */
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

/** What an operator sends to themselves, to see how a code's mail looks. */
const SealedTestEmail = SealedChallengeMail.omit({ name: true, isDecoy: true }).extend({
  kind: z.literal("test"),
});

/** What an outbox row keeps sealed: enough to draw the mail, and nothing readable. */
const SealedEmail = z.discriminatedUnion("kind", [
  SealedChallengeMail,
  SealedTestEmail,
  SealedInvitation,
  SealedPasskeyNotice,
]);
export type SealedEmail = z.infer<typeof SealedEmail>;

export const sealEmail = ({ secrets }: Service, mail: SealedEmail): Promise<string> =>
  secrets.seal("outbox-mail", JSON.stringify(mail));

/** Throws when no secret of ours opens it. */
export async function openEmail({ secrets }: Service, sealed: string): Promise<SealedEmail> {
  return SealedEmail.parse(JSON.parse(await secrets.open("outbox-mail", sealed)));
}
