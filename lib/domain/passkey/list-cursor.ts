import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";

/** The position in a list, and its filters. */
const ListPosition = z.object({
  /** Id of the last passkey shown. */
  after: z.string(),
  userId: z.string().optional(),
  enabled: z.boolean().optional(),
});
export type ListPosition = z.infer<typeof ListPosition>;

const macBytes = 16;

const macOf = (ctx: TenancyContext, body: string) =>
  ctx.secrets.mac("list-cursor", `${ctx.tenancy.id} ${body}`).subarray(0, macBytes);

/** Encodes a position as an opaque cursor, signed for this tenancy. */
export function writeCursor(ctx: TenancyContext, position: ListPosition): string {
  const body = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${body}.${macOf(ctx, body).toString("base64url")}`;
}

/** Verifies and decodes a cursor. @throws BadRequest when it was not issued for this tenancy */
export function readCursor(ctx: TenancyContext, cursor: string): ListPosition {
  const [body = "", mac = "", ...rest] = cursor.split(".");
  const given = Buffer.from(mac, "base64url");
  // Compare the text too: base64url has several spellings of the same bytes.
  const isOurs =
    rest.length === 0 &&
    given.length === macBytes &&
    given.toString("base64url") === mac &&
    timingSafeEqual(given, macOf(ctx, body));
  if (!isOurs) throw badRequest("cursor", "is invalid; start again without a cursor");
  return ListPosition.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
}
