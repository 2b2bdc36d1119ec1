import type { CreateChallenge } from "@/lib/contract/challenge";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { Email } from "@/lib/domain/base/email-address";
import { countedMailbox } from "@/lib/domain/user/counted-mailbox";
import { macOfCode } from "./challenge-code";
import type { Visitor } from "./visitor-limits";

/** A challenge that the limits have not admitted yet. */
export interface Draft {
  ctx: TenancyContext;
  id: string;
  email: Email;
  body: CreateChallenge;
  /** The statement stores this code or its beginning, depending on the mailbox's wrong codes. */
  longCode: string;
  /** Hex. */
  secretHash: string;
  /** The encrypted email; null to send none. */
  sealed: string | null;
  /** Set when the request came without an API key: the budgets of visitors apply. */
  visitor?: Visitor | undefined;
}

/** A draft with its input row, computed before it joins a batch: an error fails this call only. */
export interface PreparedDraft extends Pick<Draft, "ctx" | "id" | "email" | "body" | "visitor"> {
  row: ReturnType<typeof rowOf>;
}

/** One element of the statement's JSON input. */
const rowOf = ({ ctx, id, email, body, longCode, secretHash, sealed }: Draft) => ({
  id,
  email: email.normalized,
  mailbox: countedMailbox(email.normalized),
  shown: email.shown,
  purpose: body.purpose,
  name: body.name,
  userId: body.userId,
  // Text, because jsonb would reorder the keys.
  metadata: body.metadata === undefined ? undefined : JSON.stringify(body.metadata),
  secretHash,
  longMac: macOfCode(ctx, id, longCode),
  shortMac: macOfCode(ctx, id, longCode.slice(0, ctx.tenancy.codeDigits)),
  outboxId: sealed === null ? undefined : ctx.createId(),
  sealed,
});

export function prepareDraft(draft: Draft): PreparedDraft {
  const { ctx, id, email, body, visitor } = draft;
  return { ctx, id, email, body, visitor, row: rowOf(draft) };
}
