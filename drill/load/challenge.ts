import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { asBackend, type Load } from "./load";
import { expectSuccess, presentOnce } from "./present";
import { happens } from "./random";

/** Half of the challenges stay open, so that their emails have to be delivered. */
const verifiedShare = 0.5;
const wrongFirstShare = 0.4;
const slowestUserMs = 3_000;

interface Challenge {
  challengeId: string;
  secret: string;
  code: string;
}

const withWrongCode = ({ code, ...rest }: Challenge) => ({
  ...rest,
  code: `${(Number(code[0]) + 1) % 10}${code.slice(1)}`,
});

const verification = (load: Load, kind: string, { challengeId, secret, code }: Challenge) => ({
  kind,
  method: "POST" as const,
  path: `/v2/${load.tenancyId}/challenges/verify`,
  headers: asBackend(load),
  body: { challengeId, secret, code },
});

async function guessWrong(load: Load, challenge: Challenge): Promise<void> {
  const reply = await load.send(verification(load, "wrong code", withWrongCode(challenge)));
  if (reply.error === "@error/InvalidChallengeCode")
    load.journal.wrongGuesses.push({
      challengeId: challenge.challengeId,
      attemptsRemaining: Number(reply.body["attemptsRemaining"]),
    });
  else if (reply.status !== undefined && reply.status !== 503)
    load.journal.unexpected.push(`${reply.kind}: ${reply.status} ${reply.error ?? ""}`);
}

/** Creates a challenge with an email. Half of them are verified, on both instances at once. */
export async function challenge(load: Load): Promise<void> {
  const email = `${randomUUID()}@example.com`;
  const created = await load.send({
    kind: "challenge creation",
    method: "POST",
    path: `/v2/${load.tenancyId}/challenges`,
    headers: asBackend(load),
    body: { purpose: "login", email },
  });
  if (!expectSuccess(load, created)) return;
  const { requestId, endedAt: issuedAt } = created;
  const details = created.body["challenge"] as Challenge;
  const id = details.challengeId;
  load.journal.challenges.push({ requestId, id, email });
  if (!happens(verifiedShare)) return;
  await pause(randomInt(slowestUserMs));
  if (happens(wrongFirstShare)) await guessWrong(load, details);
  const call = verification(load, "challenge verification", details);
  const verified = await presentOnce(
    load,
    { kind: "challenge", value: id, issuedAt },
    [call, call],
    "@error/InvalidChallenge",
  );
  if (verified !== undefined)
    load.journal.verifications.push({ requestId: verified.requestId, challengeId: id });
}
