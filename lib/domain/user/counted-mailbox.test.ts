import { expect, test } from "vitest";
import { z } from "zod";
import { Prisma } from "@/prisma/generated/client";
import { provideService } from "@/testing/provide-service";
import { countedMailbox, countedMailboxOf, taggedPattern } from "./counted-mailbox";

const run = provideService();

test.each([
  ["ada@example.com", "ada@example.com"],
  ["ada+shop@example.com", "ada@example.com"],
  ["ada+a+b@example.com", "ada@example.com"],
  ["ada+@example.com", "ada@example.com"],
  ["+ada@example.com", "+ada@example.com"],
  ["+a+b@example.com", "+a+b@example.com"],
  ["jürgen+ä@xn--strae-oqa.example", "jürgen@xn--strae-oqa.example"],
])("%s counts as %s, here and in SQL", async (email, mailbox) => {
  expect(countedMailbox(email)).toBe(mailbox);
  const rows = await run.current.db.query(z.object({ mailbox: z.string() }))`
    SELECT ${countedMailboxOf(Prisma.sql`${email}::text`)} AS "mailbox"`;
  expect(rows).toEqual([{ mailbox }]);
});

test.each([
  ["a_b@example.com", "a_b+x@example.com", true],
  ["a_b@example.com", "acb+x@example.com", false],
  ["ada@example.com", "ada@example.com", false],
  ["ada@example.com", "ada+x@other.example", false],
])("tagged forms of %s include %s: %s", async (mailbox, email, matches) => {
  const rows = await run.current.db.query(z.object({ matches: z.boolean() }))`
    SELECT ${email}::text LIKE ${taggedPattern(mailbox)} AS "matches"`;
  expect(rows).toEqual([{ matches }]);
});
