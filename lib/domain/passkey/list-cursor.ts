import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";

/** Where a walk through the vault stands, and what it leaves out. */
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

/** Opaque to the caller, and good for this tenancy alone. */
export function writeCursor(ctx: TenancyContext, position: ListPosition): string {
  const body = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${body}.${macOf(ctx, body).toString("base64url")}`;
}

/** @throws BadRequest for what this service did not write for this tenancy */
export function readCursor(ctx: TenancyContext, cursor: string): ListPosition {
  const [body = "", mac = "", ...rest] = cursor.split(".");
  const given = Buffer.from(mac, "base64url");
  // Compared as text too: other spellings of the same bytes are not what was written.
  const isOurs =
    rest.length === 0 &&
    given.length === macBytes &&
    given.toString("base64url") === mac &&
    timingSafeEqual(given, macOf(ctx, body));
  if (!isOurs) throw badRequest("cursor", "is not a cursor of this list; begin again without one");
  return ListPosition.parse(JSON.parse(Buffer.from(body, "base64url").toString()));
}
