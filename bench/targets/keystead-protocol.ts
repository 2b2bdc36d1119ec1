import type { Target } from "./target";

/** What Keystead and the floor share: the wire of contract §3 and §4. */
export function speakKeystead({ tenancyId, apiKey, origin }: { tenancyId: string; apiKey: string; origin: string }): Pick<Target, "options" | "verification" | "exchange"> {
  const base = `/v2/${tenancyId}`;
  return {
    async options(send) {
      const { body } = await send({ method: "POST", path: `${base}/passkey/authentication/options`, headers: { origin }, body: {} });
      const { challenge } = body["optionsJSON"] as { challenge: string };
      return { challenge, proof: String(body["sessionToken"]) };
    },
    async verification(send, _person, { proof }, response) {
      const { body } = await send({ method: "POST", path: `${base}/passkey/authentication/verification`, headers: { origin }, body: { sessionToken: proof, response } });
      return String(body["code"]);
    },
    exchange: (send, code) => send({ method: "GET", path: `${base}/principal/${code}`, headers: { authorization: `Bearer ${apiKey}` } }),
  };
}
