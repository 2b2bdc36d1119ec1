import { randomInt } from "node:crypto";
import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";

type CodeContext = Pick<TenancyContext, "tenancy" | "secrets">;

/** Ten digits, each as likely as any; a shorter code is its beginning. */
export const createLongCode = () =>
  String(randomInt(10 ** limits.longCodeDigits)).padStart(limits.longCodeDigits, "0");

const bound = ({ tenancy }: CodeContext, challengeId: string, code: string) =>
  `${tenancy.id} ${challengeId} ${code}`;

/** What is kept of a code, in hex: good for its own challenge alone. */
export const macOfCode = (ctx: CodeContext, challengeId: string, code: string) =>
  ctx.secrets.macInHex("challenge-code", bound(ctx, challengeId, code));

/**
 * The code as a person typed it: trimmed, and only ASCII digits; null for anything else, which is
 * never a code.
 */
export const readCode = (typed: string) => /^[0-9]+$/.exec(typed.trim())?.[0] ?? null;

/** What may be stored for a guessed code, also while the service secret is being changed. */
export const macsOfGuess = (ctx: CodeContext, challengeId: string, code: string) =>
  ctx.secrets.macs("challenge-code", bound(ctx, challengeId, code));
