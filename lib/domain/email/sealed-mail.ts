import { z } from "zod";
import type { Service } from "@/lib/domain/context";

/** What an outbox row keeps sealed: enough to draw the mail, and nothing readable. */
const SealedMail = z.object({
  to: z.string(),
  purpose: z.string(),
  name: z.string().optional(),
  longCode: z.string(),
  locale: z.string(),
  lifetimeMs: z.int(),
});
export type SealedMail = z.infer<typeof SealedMail>;

export const sealMail = ({ secrets }: Service, mail: SealedMail): Promise<string> => secrets.seal("outbox-mail", JSON.stringify(mail));

/** Throws when no secret of ours opens it. */
export async function openMail({ secrets }: Service, sealed: string): Promise<SealedMail> {
  return SealedMail.parse(JSON.parse(await secrets.open("outbox-mail", sealed)));
}
