import { randomInt } from "node:crypto";
import { normalizeTypedCode } from "@/lib/contract/typed-code";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";

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
