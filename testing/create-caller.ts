import type { ApiKeyScope } from "@/lib/contract/api-key-scope";
import { callApi } from "./api-client";
import type { TestTenancy } from "./test-tenancy";

/** Creates a key with the scopes, and returns its id and a function that calls the API with it. */
export async function createCaller(
  tenancy: TestTenancy,
  scopes: ApiKeyScope[],
  expiresAt?: number,
) {
  const { id, key } = await tenancy.createKey({
    name: "Caller",
    scopes,
    ...(expiresAt === undefined ? {} : { expiresAt }),
  });
  const call = (method: "GET" | "POST" | "PATCH" | "DELETE", path: string, body?: object) =>
    callApi(method, `/v2/${tenancy.id}/${path}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body }),
    });
  return { id, key, call };
}
