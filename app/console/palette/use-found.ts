"use client";

import { useEffect, useState } from "react";
import type { IdKind } from "@/lib/domain/admin/tenancy/find-by-id";
import type { MailboxTraces } from "@/lib/domain/history/timeline-search/find-parties";
import type { NamedUser } from "@/lib/domain/user/search/search-users";
import { nameRecentUsers, search } from "./actions";

export interface Found {
  /** The text that was searched for. */
  text: string;
  users: readonly NamedUser[];
  /** How many users match. `hasMore` if there are more than were counted. */
  matches: { users: number; hasMore: boolean };
  /** Addresses of users that an address without a user looks like. */
  suggestions: readonly string[];
  /** No user matches, and the tenancy has erased users. */
  mayBeErased: boolean;
  /** Mailboxes that contain the text and belong to none of the users. */
  mailboxes: readonly MailboxTraces[];
  /** If one user matches: the mailbox to which the user's codes went; null without codes. */
  codesOf: string | null;
  /** What the text is the id of. */
  kinds: readonly IdKind[];
  /** That id as it is stored. */
  id: string;
  hasFailed: boolean;
}

const pauseMs = 200;
export const leastLength = 3;
const nothing: Found = {
  text: "",
  users: [],
  matches: { users: 0, hasMore: false },
  suggestions: [],
  mayBeErased: false,
  mailboxes: [],
  codesOf: null,
  kinds: [],
  id: "",
  hasFailed: false,
};

/**
 * Finds users and ids after a pause in typing. While a longer text is searched for, the results of
 * the shorter one stay.
 */
export function useFound(
  tenancyId: string | undefined,
  typed: string,
): Found & { isSearching: boolean } {
  const text = typed.trim();
  const [found, setFound] = useState(nothing);
  const isWanted = tenancyId !== undefined && text.length >= leastLength;
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    const timer = setTimeout(() => {
      void search(tenancyId, { text })
        .catch(() => undefined)
        .then((result) => {
          if (isOver) return;
          setFound(
            result?.ok === true
              ? { text, hasFailed: false, ...result.value }
              : { ...nothing, text, hasFailed: true },
          );
        });
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [isWanted, tenancyId, text]);
  const isSearching = isWanted && found.text !== text;
  if (!isWanted || found.text === "" || !text.startsWith(found.text))
    return { ...nothing, isSearching };
  return { ...found, kinds: isSearching ? [] : found.kinds, isSearching };
}

/** Returns the users with these ids, once they have loaded. */
export function useNamedUsers(
  tenancyId: string | undefined,
  subs: readonly string[],
): readonly NamedUser[] {
  const [users, setUsers] = useState<readonly NamedUser[]>([]);
  const key = subs.join();
  useEffect(() => {
    if (tenancyId === undefined || key === "") return;
    let isOver = false;
    void nameRecentUsers(tenancyId, { subs: key.split(",") })
      .catch(() => undefined)
      .then((result) => !isOver && result?.ok === true && setUsers(result.value));
    return () => {
      isOver = true;
    };
  }, [tenancyId, key]);
  return users;
}
