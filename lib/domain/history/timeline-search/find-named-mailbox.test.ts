import { expect, test } from "vitest";
import { challengeOf } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { findNamedMailbox } from "./find-parties";

const run = provideService();

test("a part names the one mailbox that contains it, of a user or of a requested code", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1, { userId: "ada", email: "ada@named.example" });
  await challengeOf(tenancy, { email: "grace@other.example" });
  await run.current.timeline.flush();
  const named = (text: string, found: string[] = []) => findNamedMailbox(tenancy.ctx, text, found);
  expect(await named("a@nam")).toBe("ada@named.example");
  expect(await named("race@oth")).toBe("grace@other.example");
  expect(await named(".example")).toBeNull();
  expect(await named("nobody")).toBeNull();
  expect(await named("Ida@Named.example")).toBe("ida@named.example");
  expect(await named(".example", ["a@b.example", "a@b.example"])).toBe("a@b.example");
  expect(await named(".example", ["a@b.example", "c@b.example"])).toBeNull();
  const other = await createTestTenancy(run.current);
  expect(await findNamedMailbox(other.ctx, "a@nam", [])).toBeNull();
});
