import type { ApiKeyScope } from "@/lib/domain/access/api-key/scope";
import type { TestTenancy } from "./test-tenancy";

const userScopes: ApiKeyScope[] = [
  "users:list",
  "users:read",
  "users:manage",
  "users:erase",
  "users:export",
];

/** Calls the tenancy as a backend whose key has these scopes. */
export async function callerWith(
  tenancy: TestTenancy,
  scopes: ApiKeyScope[] = userScopes,
): Promise<TestTenancy["backend"]> {
  const { key } = await tenancy.createKey({ scopes });
  return (method, path, body, headers) =>
    tenancy.backend(method, path, body, { authorization: `Bearer ${key}`, ...headers });
}
