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
 * The users that a text may mean, asked for once typing rests; none without a tenancy or with less
 * than two letters.
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
  // What was found for fewer letters stays until there is better, unless it does not begin like
  // that any more.
  return found !== undefined && text.length >= 2 && text.startsWith(found.text)
    ? found.users
    : none;
}
