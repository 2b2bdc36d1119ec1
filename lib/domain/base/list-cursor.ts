import { timingSafeEqual } from "node:crypto";
import type { z } from "zod";
import { badRequest } from "@/lib/errors";
import type { TenancyContext } from "./context";

/** The list that a cursor belongs to: a key of its own, so that no list takes another's cursor. */
type CursorPurpose = "list-cursor" | "user-list-cursor" | "user-timeline-cursor";

const macBytes = 16;

const macOf = (ctx: TenancyContext, purpose: CursorPurpose, body: string) =>
  ctx.secrets.mac(purpose, `${ctx.tenancy.id} ${body}`).subarray(0, macBytes);

/** Encodes a position and its filters as an opaque cursor, signed for this tenancy and list. */
export function writeCursor(ctx: TenancyContext, purpose: CursorPurpose, position: object): string {
  const body = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${body}.${macOf(ctx, purpose, body).toString("base64url")}`;
}

/**
 * Verifies and decodes a cursor.
 * @throws BadRequest when it was not issued for this tenancy and list
 */
export function readCursor<T>(
  ctx: TenancyContext,
  { purpose, Position }: { purpose: CursorPurpose; Position: z.ZodType<T> },
  cursor: string,
): T {
  const [body = "", mac = "", ...rest] = cursor.split(".");
  const given = Buffer.from(mac, "base64url");
  // Compare the text too: base64url has several spellings of the same bytes.
  const isOurs =
    rest.length === 0 &&
    given.length === macBytes &&
    given.toString("base64url") === mac &&
    timingSafeEqual(given, macOf(ctx, purpose, body));
  if (!isOurs) throw badRequest("cursor", "is invalid; start again without a cursor");
  return Position.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
}

/**
 * Refuses filters beside a cursor that differ from those it was issued with.
 * @throws BadRequest that names the filter
 */
export function requireSameFilters(
  requested: Record<string, unknown>,
  original: Record<string, unknown>,
): void {
  for (const [name, value] of Object.entries(requested))
    if (value !== undefined && value !== original[name])
      throw badRequest(
        name,
        "differs from the filter that this cursor was issued with; start again without the cursor",
      );
}
