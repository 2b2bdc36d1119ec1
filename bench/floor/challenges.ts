import { createHmac, hkdfSync, randomBytes, randomInt } from "node:crypto";
import { CompactEncrypt } from "jose";
import { renderChallengeEmail } from "@/lib/domain/user/email/render-challenge-email";
import { createId } from "@/lib/platform/id";
import { judgeGuess, writeChallenge } from "./challenge-statements";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const shards = 8;

/** An active key and the settings that codes need, as the statement returns them. */
interface KeyRow {
  apiKeyId: string;
  name: string;
  brandName: string | null;
  brandColor: string | null;
  brandLogoHash: string | null;
  codeDigits: number;
  codeMs: number;
  codeAttempts: number;
  challengesPerTenMinutes: number;
  challengesPerDay: number;
  challengesPerHourCeiling: number;
}

interface Tools {
  tenancyId: string;
  origin: string;
  run: (name: string, text: string, values: unknown[]) => Promise<Record<string, unknown>>;
  hashOf: (value: string) => Buffer;
  secret: () => { value: string; hash: Buffer };
}

/**
 * Sends and checks codes with the product's statements, encryption and message. Emails stay in the
 * outbox.
 */
export function createChallenges({ tenancyId, origin, run, hashOf, secret }: Tools) {
  const derive = (purpose: string) =>
    new Uint8Array(hkdfSync("sha256", randomBytes(32), "", purpose, 32));
  const macKey = derive("challenge-code");
  const sealKey = derive("outbox-mail");
  const macOf = (id: string, code: string) =>
    createHmac("sha256", macKey).update(`${tenancyId} ${id} ${code}`).digest();
  const seal = (mail: object) =>
    new CompactEncrypt(new TextEncoder().encode(JSON.stringify(mail)))
      .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
      .encrypt(sealKey);
  const auditOf = (now: number, { apiKeyId }: KeyRow, action: string, id: string) =>
    JSON.stringify([
      {
        tenancyId,
        id: createId(now),
        action,
        actorKind: "apiKey",
        actorId: apiKeyId,
        targetKind: "challenge",
        targetId: id,
        requestId: randomBytes(16).toString("hex"),
        createdAt: new Date(now),
      },
    ]);

  return {
    async create(now: number, row: object, { purpose, email }: Record<string, unknown>) {
      const key = row as KeyRow;
      const {
        codeDigits,
        codeMs,
        codeAttempts,
        challengesPerTenMinutes,
        challengesPerDay,
        challengesPerHourCeiling,
      } = key;
      const to = String(email);
      const { value, hash } = secret();
      const id = createId(now);
      const longCode = String(randomInt(10 ** 10)).padStart(10, "0");
      const code = longCode.slice(0, codeDigits);
      const mail = { to, purpose: String(purpose), longCode, locale: "en", lifetimeMs: codeMs };
      const hour = Math.floor(now / hourMs);
      const keys = Array.from(
        { length: shards },
        (_, shard) => `challenges:${tenancyId}:${hour}:${shard}`,
      );
      const expiresAt = new Date(now + codeMs);
      await run("write-challenge", writeChallenge, [
        tenancyId,
        new Date(now),
        to,
        new Date(now - 10 * minuteMs),
        new Date(now - dayMs),
        challengesPerTenMinutes,
        challengesPerDay,
        keys,
        keys[randomInt(shards)],
        challengesPerHourCeiling,
        (hour + 1) * hourMs,
        id,
        purpose,
        hash,
        macOf(id, longCode),
        macOf(id, code),
        expiresAt,
        createId(now),
        await seal(mail),
        auditOf(now, key, "challenge.created", id),
        codeDigits,
        codeAttempts,
      ]);
      const { html, text } = renderChallengeEmail(
        { baseUrl: origin, tenancy: { ...key, id: tenancyId } },
        { ...mail, digits: codeDigits },
      );
      return {
        _tag: "ChallengeCreated",
        challenge: {
          challengeId: id,
          purpose,
          email,
          createdAt: now,
          expiresAt: expiresAt.getTime(),
          metadata: null,
          secret: value,
          code,
          message: { html, text },
        },
      };
    },
    async verify(now: number, row: object, body: Record<string, unknown>) {
      const challengeId = String(body["challengeId"]);
      const values = [
        tenancyId,
        challengeId,
        hashOf(String(body["secret"])),
        macOf(challengeId, String(body["code"])),
        new Date(now),
        new Date(now - dayMs),
        auditOf(now, row as KeyRow, "challenge.verified", challengeId),
      ];
      const { verdict, ...challenge } = await run("judge-guess", judgeGuess, values);
      if (verdict !== "right") throw new Error(String(verdict));
      return { _tag: "ChallengeVerified", challenge };
    },
  };
}
