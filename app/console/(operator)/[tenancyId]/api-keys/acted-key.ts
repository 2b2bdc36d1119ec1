import type { ApiKeyState } from "@/lib/domain/access/api-key/list-api-keys";

/** What the actions on a key say and need to know about it. */
export interface ActedKey {
  id: string;
  name: string;
  start: string;
  /** Epoch milliseconds. */
  createdAt: number;
  state: ApiKeyState;
  isReplaced: boolean;
  /** How many keys in use it created, and these in turn. */
  createdKeys: number;
  /** The keys of its rotations that work: the one that it replaced, and its replacement. */
  older: { start: string; expiresAt: number | null } | null;
  newer: { start: string } | null;
}
