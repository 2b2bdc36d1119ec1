import type { Target } from "./target";

/** What Keystead and the floor share: the wire of contract §3 and §4. */
export function speakKeystead({ tenancyId, apiKey, origin }: { tenancyId: string; apiKey: string; origin: string }): Pick<Target, "options" | "verification" | "exchange"> {
  const base = `/v2/${tenancyId}`;
  // As a proxy of one's own would say it.
  const from = (address: string) => ({ origin, "x-forwarded-for": address });
  return {
    async options(send, { address }) {
      const { body } = await send({ method: "POST", path: `${base}/passkey/authentication/options`, headers: from(address), body: {} });
      const { challenge } = body["optionsJSON"] as { challenge: string };
      return { challenge, proof: String(body["sessionToken"]) };
    },
    async verification(send, { address }, { proof }, response) {
      const { body } = await send({ method: "POST", path: `${base}/passkey/authentication/verification`, headers: from(address), body: { sessionToken: proof, response } });
      return String(body["code"]);
    },
    exchange: (send, code) => send({ method: "GET", path: `${base}/principal/${code}`, headers: { authorization: `Bearer ${apiKey}` } }),
  };
}
