import { describe, expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import {
  createOperatorDevice,
  followTestLink,
  openSystem,
  runCeremony,
} from "@/testing/operator-ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { findSession, stepUpUntil } from "./find-session";
import { beginLink, finishLink } from "./follow-link";
import { createLink, createSetUpLink } from "./operator-link";

const run = provideService();

/** An installation without owners. */
async function begin() {
  await run.current.db.tenancy.deleteMany({ where: { isSystem: true } });
  return openSystem(run.current);
}

const tokenOf = ({ link }: { link: string }) => new URL(link).hash.slice(1);

describe("the set-up link", () => {
  test("creates one owner when several links are used concurrently", async () => {
    const system = await begin();
    const links = [
      await createSetUpLink(system),
      await createSetUpLink(system),
      await createSetUpLink(system),
    ].filter((link) => link !== null);
    const tries = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const token = tokenOf(links[index % links.length] ?? { link: "" });
        return {
          token,
          code: await runCeremony(
            system,
            createOperatorDevice(run.current),
            await beginLink(system, token, `first-${index}@example.com`),
          ),
        };
      }),
    );
    const finished = await Promise.allSettled(
      tries.map(({ token, code }) => finishLink(system, token, code)),
    );
    expect(finished.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of finished)
      if (outcome.status === "rejected")
        expect(outcome.reason).toMatchObject({ tag: "@error/InvalidToken" });
    expect(await run.current.db.operator.count({ where: { tenancyId: system.tenancy.id } })).toBe(
      1,
    );
    expect(
      await run.current.db.operatorPasskey.count({ where: { tenancyId: system.tenancy.id } }),
    ).toBe(1);
    expect(await createSetUpLink(system)).toBeNull();
    await expect(
      beginLink(system, tokenOf(links[0] ?? { link: "" }), "late@example.com"),
    ).rejects.toMatchObject({ tag: "@error/InvalidToken" });
  }, 60_000);

  test("expires after an hour, requires an email, and survives a cancelled prompt", async () => {
    const system = await begin();
    const made = await createSetUpLink(system);
    if (made === null) throw new Error("there is an owner already");
    await expect(beginLink(system, tokenOf(made), "nobody")).rejects.toMatchObject({
      tag: "@error/InvalidEmail",
    });
    await beginLink(system, tokenOf(made), "ada@example.com");
    const session = await findSession(
      run.current,
      await followTestLink(system, createOperatorDevice(run.current), {
        ...made,
        email: "ada@example.com",
      }),
    );
    expect(session).toMatchObject({ email: "ada@example.com", roles: [{ role: "owner" }] });
    expect(session === null ? 0 : stepUpUntil(session)).toBeGreaterThan(run.current.clock.now());
    const again = await begin();
    const late = await createSetUpLink(again);
    run.current.clock.advance(lifetimes.setUpLinkMs);
    await expect(
      beginLink(again, tokenOf(late ?? { link: "" }), "ada@example.com"),
    ).rejects.toMatchObject({ tag: "@error/InvalidToken" });
  });
});

describe("the recovery link", () => {
  test("rejects another user's passkey without being consumed", async () => {
    const system = await openSystem(run.current);
    const one = await createTestOperator(run.current);
    const other = await createTestOperator(run.current);
    const mine = await createLink(system, { purpose: "recovery", sub: one.sub });
    const theirs = await createLink(system, { purpose: "recovery", sub: other.sub });
    const code = await runCeremony(
      system,
      createOperatorDevice(run.current),
      await beginLink(system, tokenOf(theirs)),
    );
    await expect(finishLink(system, tokenOf(mine), code)).rejects.toMatchObject({
      tag: "@error/InvalidToken",
    });
    expect(
      await findSession(
        run.current,
        await followTestLink(system, createOperatorDevice(run.current), mine),
      ),
    ).toMatchObject({ sub: one.sub });
  });

  test("is consumed once in concurrent requests", async () => {
    const system = await openSystem(run.current);
    const { sub } = await createTestOperator(run.current);
    const made = await createLink(system, { purpose: "recovery", sub });
    const codes = await Promise.all(
      Array.from({ length: 6 }, async () =>
        runCeremony(
          system,
          createOperatorDevice(run.current),
          await beginLink(system, tokenOf(made)),
        ),
      ),
    );
    const finished = await Promise.allSettled(
      codes.map((code) => finishLink(system, tokenOf(made), code)),
    );
    expect(finished.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await run.current.db.operatorPasskey.count({ where: { passkey: { sub } } })).toBe(1);
  });
});
