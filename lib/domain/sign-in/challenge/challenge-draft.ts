import { randomInt } from "node:crypto";
import type { CreateChallenge } from "@/lib/contract/challenge";
import { normalizeTypedCode } from "@/lib/contract/typed-code";
import type { TenancyContext } from "@/lib/domain/base/context";
import type { Email } from "@/lib/domain/base/email-address";
import { countedMailbox } from "@/lib/domain/user/counted-mailbox";
import { limits } from "@/lib/limits";
import type { Visitor } from "./visitor-limits";

type CodeContext = Pick<TenancyContext, "tenancy" | "secrets">;

/** Creates ten uniformly random digits. A shorter code is a prefix of them. */
export const createLongCode = () =>
  String(randomInt(10 ** limits.longCodeDigits)).padStart(limits.longCodeDigits, "0");

const macInput = ({ tenancy }: CodeContext, challengeId: string, code: string) =>
  `${tenancy.id} ${challengeId} ${code}`;

/** Returns the stored form of a code, in hex: a MAC that is valid for this challenge only. */
export const macOfCode = (ctx: CodeContext, challengeId: string, code: string) =>
  ctx.secrets.mac("challenge-code", macInput(ctx, challengeId, code)).toString("hex");

const typedCharacters = 200;

/** Returns the typed code in ASCII digits; null if it has characters that no code has. */
export const readCode = (typed: string) =>
  typed.length > typedCharacters ? null : (/^[0-9]+$/.exec(normalizeTypedCode(typed))?.[0] ?? null);

/** Returns every stored form that matches a guess: one for each current service secret. */
export const macsOfGuess = (ctx: CodeContext, challengeId: string, code: string) =>
  ctx.secrets.macs("challenge-code", macInput(ctx, challengeId, code));

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
