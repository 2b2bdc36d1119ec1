import { interceptQueries } from "./intercept-queries";
import { withBroken } from "./other-instance";
import type { TestService } from "./test-service";

/**
 * Runs `work`, one request with an API key. Commits the change after the statement that finds the key,
 * and before the next one.
 */
export async function changeAfterLookUp<T>(
  service: TestService,
  change: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let lookUps = 0;
  const db = interceptQueries(service.db, async ({ sql }, send) => {
    const rows = await send();
    if (sql.includes('SELECT k."id", k."scopes"') && lookUps++ === 0) await change();
    return rows;
  });
  const result = await withBroken({ db }, work);
  if (lookUps !== 1) throw new Error("the request didn't look up its key");
  return result;
}
