"use client";

import { useEffect, useState } from "react";
import { findUsers } from "./actions";

export interface PaletteUser {
  sub: string;
  email: string;
  name: string;
  userId: string | null;
}

const quietMs = 200;
const none: readonly PaletteUser[] = [];

/**
 * Finds users that match a text, after a debounce. Empty without a tenancy or with fewer than two
 * characters.
 */
export function useFoundUsers(
  tenancyId: string | undefined,
  typed: string,
): readonly PaletteUser[] {
  const text = typed.trim();
  const [found, setFound] = useState<{ text: string; users: readonly PaletteUser[] }>();
  useEffect(() => {
    if (tenancyId === undefined || text.length < 2) return;
    let isOver = false;
    const timer = setTimeout(() => {
      void findUsers(tenancyId, { text })
        .catch(() => undefined)
        .then((result) => {
          if (!isOver) setFound({ text, users: result?.ok === true ? result.value : none });
        });
    }, quietMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [tenancyId, text]);
  // Keeps the results of a shorter text until new ones arrive, if that text is still a prefix.
  return found !== undefined && text.length >= 2 && text.startsWith(found.text)
    ? found.users
    : none;
}
