import { exportJWK, generateKeyPair } from "jose";
import type { Queryable, Service } from "@/lib/domain/base/context";

/** Creates an ES256 key. Its private part is stored encrypted under the service secret. */
export async function createSigningKey(
  service: Service,
  tx: Queryable,
  activeFromMs: number,
): Promise<{ kid: string }> {
  const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });
  const kid = service.createId();
  const { kty, crv, x, y } = await exportJWK(publicKey);
  await tx.signingKey.create({
    data: {
      kid,
      algorithm: "ES256",
      publicJwk: { kty, crv, x, y, kid, alg: "ES256", use: "sig" } as Record<string, string>,
      privateJwe: await service.secrets.seal(
        "signing-key",
        JSON.stringify(await exportJWK(privateKey)),
      ),
      createdAt: new Date(service.clock.now()),
      activeFrom: new Date(activeFromMs),
    },
  });
  return { kid };
}
