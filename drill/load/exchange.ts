import { randomBytes } from "node:crypto";
import type { Call, Reply } from "@/drill/client";
import { asBackend, type Load } from "./load";
import { presentOnce } from "./present";
import { happens } from "./random";

/** One exchange in ten is preceded by a code that doesn't exist. */
const guessShare = 0.1;

function exchangeCalls(load: Load, code: string): [Call, Call] {
  const call = (path: string): Call => ({
    kind: "code exchange",
    method: "GET",
    path,
    headers: asBackend(load),
  });
  return [
    call(`/v2/${load.tenancyId}/principal/${code}`),
    call(`/${load.tenancyId}/token/${code}`),
  ];
}

async function guessCode(load: Load): Promise<void> {
  const [call] = exchangeCalls(load, randomBytes(32).toString("base64url"));
  const reply = await load.send({ ...call, kind: "exchange of a random code" });
  if (reply.status !== undefined && reply.status !== 404 && reply.status !== 503)
    load.journal.unexpected.push(`${reply.kind}: ${reply.status}`);
}

/** Exchanges the code of a sign-in in parallel, once on each instance and by both paths. */
export async function exchangeCode(load: Load, { body, endedAt }: Reply): Promise<void> {
  if (happens(guessShare)) await guessCode(load);
  const code = String(body["code"]);
  await presentOnce(
    load,
    { kind: "code", value: code, issuedAt: endedAt },
    exchangeCalls(load, code),
    "@error/InvalidCode",
  );
}
