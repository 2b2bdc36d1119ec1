import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { newestRows } from "@/lib/domain/base/newest-rows";
import { foldedText, searchedText } from "@/lib/domain/user/search/search-index";
import { findMatchingSubs } from "@/lib/domain/user/search/search-users";
import {
  cleanSearchText,
  containsParts,
  searchWordsOf,
  startsWithPart,
} from "@/lib/domain/user/search/user-matches";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

/** The mailbox of an event `e` as searches compare it. */
const foldedMailbox = Prisma.raw(foldedText('e."email"'));

/**
 * Finds mailboxes that contain a text of three characters or more, among the newest events. Users
 * may have them or not. Raw: reads a bounded number of events by index.
 */
export async function findMailboxes(
  ctx: TenancyContext,
  { text, rows }: { text: string; rows: number },
): Promise<string[]> {
  const { parts } = searchWordsOf(cleanSearchText(text));
  if (parts.length === 0) return [];
  const newest = newestRows({ table: "TimelineEvent", tenancyId: ctx.tenancy.id });
  const found = await ctx.db.query(z.object({ email: z.string() }))`
    SELECT DISTINCT e."email" FROM (${newest(limits.searchedRows)}) e
    WHERE ${containsParts(foldedMailbox, parts)} LIMIT ${rows}`;
  return found.map(({ email }) => email);
}

/** Users and mailboxes whose events an index finds. */
export interface Parties {
  subs: string[];
  /** Normalized. */
  emails: string[];
}

/** The users with an address, and the address; null if neither is known. */
async function findExact(ctx: TenancyContext, email: string): Promise<Parties | null> {
  const ofEmail = { tenancyId: ctx.tenancy.id, email };
  const [users, event] = await Promise.all([
    ctx.db.user.findMany({
      where: { tenancyId: ctx.tenancy.id, emailNormalized: email },
      select: { sub: true },
      take: limits.resolvedParties,
    }),
    ctx.db.timelineEvent.findFirst({ where: ofEmail, select: { id: true } }),
  ]);
  const subs = users.map(({ sub }) => sub);
  return subs.length === 0 && event === null ? null : { subs, emails: [email] };
}

const mostParties = limits.resolvedParties + 1;

/** Finds users by a part of their email or name, and their emails. */
async function findUsers(ctx: TenancyContext, text: string): Promise<Parties> {
  const tenancyId = ctx.tenancy.id;
  const subs = await findMatchingSubs(ctx, { tenancyId, text, rows: mostParties });
  const users = await ctx.db.user.findMany({
    where: { tenancyId, sub: { in: subs }, emailNormalized: { not: null } },
    select: { emailNormalized: true },
  });
  return { subs, emails: users.flatMap(({ emailNormalized }) => emailNormalized ?? []) };
}

/**
 * Finds who a text names: an address, else the users whose email or name contains it, by the search
 * index, and the mailboxes among the newest events that contain it. There is no index for parts of
 * mailboxes without a user, because every event would have to update it.
 * @returns "many" if there are more than `limits.resolvedParties`
 */
export async function findParties(ctx: TenancyContext, text: string): Promise<Parties | "many"> {
  const query = cleanSearchText(text);
  const address = parseEmail(query);
  const exact = address === null ? null : await findExact(ctx, address.normalized);
  if (exact !== null) return exact;
  const [users, mailboxes] = await Promise.all([
    findUsers(ctx, query),
    findMailboxes(ctx, { text: query, rows: mostParties }),
  ]);
  if (Math.max(users.subs.length, mailboxes.length) > limits.resolvedParties) return "many";
  return { subs: users.subs, emails: [...new Set([...users.emails, ...mailboxes])] };
}

/**
 * Condition on event `e`: its mailbox, or the email or name of its user, contains the text, or an id of
 * its user starts with it. For a text that names many.
 */
export function concerns(text: string): Prisma.Sql {
  const query = cleanSearchText(text);
  const { parts } = searchWordsOf(query);
  const start = query.toLowerCase();
  const inEmail =
    parts.length === 0
      ? Prisma.sql`starts_with(e."email", ${start})`
      : containsParts(foldedMailbox, parts);
  const inUser =
    parts.length === 0 ? startsWithPart(searchedText, query) : containsParts(searchedText, parts);
  return Prisma.sql`(
    ${inEmail} OR EXISTS (
      SELECT FROM "User" u WHERE u."tenancyId" = e."tenancyId" AND u."sub" = e."sub"
        AND (${inUser} OR starts_with(u."sub", ${start}) OR starts_with(u."userId", ${query}))))`;
}

/**
 * Returns the one mailbox that a search names: the address, else the one of all codes that it
 * found, else the only mailbox that contains the text; null if there are more or none.
 * @param found normalized emails of the codes that the search found
 */
export async function findNamedMailbox(
  ctx: TenancyContext,
  text: string,
  found: readonly string[],
): Promise<string | null> {
  const address = parseEmail(text);
  if (address !== null) return address.normalized;
  const [first, second] = new Set(found);
  if (first !== undefined && second === undefined) return first;
  if (first !== undefined) return null;
  const parties = await findParties(ctx, text);
  const [email, another] = parties === "many" ? [] : parties.emails;
  return email !== undefined && another === undefined ? email : null;
}

/** A mailbox with what is known about it. */
export interface MailboxTraces {
  /** Normalized. */
  email: string;
  /** The email log has codes for it. */
  hasCodes: boolean;
  /** The timeline has events of it. */
  hasEvents: boolean;
}

/** Returns what is known about a few mailboxes. Two reads by index for each. */
export const findMailboxTraces = (
  { db, tenancy }: TenancyContext,
  emails: readonly string[],
): Promise<MailboxTraces[]> =>
  Promise.all(
    emails.map(async (email) => {
      const [code, event] = await Promise.all([
        db.challenge.findFirst({
          where: { tenancyId: tenancy.id, emailNormalized: email },
          select: { id: true },
        }),
        db.timelineEvent.findFirst({
          where: { tenancyId: tenancy.id, email },
          select: { id: true },
        }),
      ]);
      return { email, hasCodes: code !== null, hasEvents: event !== null };
    }),
  );
