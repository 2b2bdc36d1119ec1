import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { type Check, check } from "@/drill/checks/check";
import type { Reply, Send } from "@/drill/client";
import type { Journal } from "@/drill/journal";
import { asBackend, asBrowser, type Load, type Person } from "@/drill/load/load";

const says = ({ status, error }: Reply) => `${status ?? "no response"} ${error ?? ""}`;

async function signIn(load: Load, { device, address }: Person): Promise<Reply> {
  const path = `/v2/${load.tenancyId}/passkey/authentication`;
  const headers = asBrowser(load, address);
  const kind = "sign-in after the restore";
  const call = (step: string, body: object) =>
    load.send({ kind, method: "POST", path: `${path}/${step}`, headers, body });
  const options = await call("options", {});
  const { sessionToken, optionsJSON } = options.body as {
    sessionToken: string;
    optionsJSON: PublicKeyCredentialRequestOptionsJSON;
  };
  if (options.status !== 200) return options;
  return call("verification", { sessionToken, response: device.authenticate(optionsJSON) });
}

/** Signs in everyone who had registered when the backup began. */
export async function checkSignIns(load: Load, people: Person[]): Promise<Check> {
  const replies: Reply[] = [];
  for (const person of people) replies.push(await signIn(load, person));
  return check("passkeys from before the backup sign in", replies, (reply) =>
    reply.status === 200 ? undefined : says(reply),
  );
}

/** Reads with the API key. */
export const readAsBackend = (load: Load): Promise<Reply> =>
  load.send({
    kind: "vault page after the restore",
    method: "GET",
    path: `/v2/${load.tenancyId}/passkeys`,
    headers: asBackend(load),
  });

/** Presents the codes and challenges that were issued before the restore, used or not. */
export async function checkOldValues(load: Load, { uses }: Journal, send: Send): Promise<Check> {
  const codes = uses.filter(({ kind }) => kind === "code").map(({ value }) => value);
  const replies: Reply[] = [];
  for (const code of codes)
    replies.push(
      await send({
        kind: "old code after the restore",
        method: "GET",
        path: `/v2/${load.tenancyId}/principal/${code}`,
        headers: asBackend(load),
      }),
    );
  return check("no code from before the restore works", replies, (reply) =>
    reply.error === "@error/InvalidCode" ? undefined : says(reply),
  );
}
