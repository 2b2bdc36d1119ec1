import type { Target } from "./target";

/** The protocol that Keystead and the floor share: contract §3, §4 and §7. */
export function speakKeystead({
  tenancyId,
  apiKey,
  origin,
}: {
  tenancyId: string;
  apiKey: string;
  origin: string;
}): Pick<Target, "options" | "verification" | "exchange" | "sendCode" | "checkCode"> {
  const base = `/v2/${tenancyId}`;
  // A trusted proxy would set this header.
  const from = (address: string) => ({ origin, "x-forwarded-for": address });
  const authorized = { authorization: `Bearer ${apiKey}` };
  return {
    async options(send, { address }) {
      const { body } = await send({
        method: "POST",
        path: `${base}/passkey/authentication/options`,
        headers: from(address),
        body: {},
      });
      const { challenge } = body["optionsJSON"] as { challenge: string };
      return { challenge, proof: String(body["sessionToken"]) };
    },
    async verification(send, { address }, { proof }, response) {
      const { body } = await send({
        method: "POST",
        path: `${base}/passkey/authentication/verification`,
        headers: from(address),
        body: { sessionToken: proof, response },
      });
      return String(body["code"]);
    },
    exchange: (send, code) =>
      send({ method: "GET", path: `${base}/principal/${code}`, headers: authorized }),
    async sendCode(send, { email }) {
      const { body } = await send({
        method: "POST",
        path: `${base}/challenges`,
        headers: authorized,
        body: { purpose: "login", email },
      });
      const { challengeId, secret, code } = body["challenge"] as {
        challengeId: string;
        secret: string;
        code: string;
      };
      return { code, proof: { challengeId, secret } };
    },
    checkCode: (send, { code, proof }) =>
      send({
        method: "POST",
        path: `${base}/challenges/verify`,
        headers: authorized,
        body: { ...proof, code },
      }),
  };
}
