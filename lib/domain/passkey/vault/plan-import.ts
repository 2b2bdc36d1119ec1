import type { ConflictReason } from "@/lib/contract/vault-import";
import type { TenancyContext } from "@/lib/domain/base/context";
import { idAt } from "@/lib/domain/base/event-time";
import { importPublicKey } from "@/lib/domain/passkey/public-key";
import type { Prisma } from "@/prisma/generated/client";
import type { ImportedUser, ReadyPasskey, ReadyUser } from "./read-imported-passkey";
import {
  addHandleOwner,
  addUser,
  isHandleOfAnother,
  isPasskeyLine,
  type KnownPasskey,
  type KnownUser,
  type ReadyLine,
  type VaultView,
} from "./vault-view";

/** The result of a line. */
export type Decision =
  | {
      outcome: "created";
      passkey: Prisma.PasskeyCreateManyInput | null;
      newUser: Prisma.UserCreateManyInput | null;
    }
  | { outcome: "existing" }
  | { outcome: "conflict"; reason: ConflictReason; message: string };

const messages: Record<ConflictReason, string> = {
  "credential-differs": "this credential id already exists with another public key or rpId",
  "credential-of-another-user": "this passkey already exists and belongs to another user",
  "passkey-id-taken": "another passkey has this id; omit id to create a new one",
  "sub-taken": "user.sub is another user's sub or userId",
  "user-id-is-a-sub": "user.userId is the sub of another user",
  "email-held": "another user owns user.email",
  "handle-conflict":
    "another user has this userHandle: on a shared device, a new passkey of one replaces the other's. Register a new passkey for one of them",
  "too-many-passkeys": "the user would have more passkeys than the tenancy allows",
};

const conflict = (reason: ConflictReason): Decision => ({
  outcome: "conflict",
  reason,
  message: messages[reason],
});

function isSameKey(one: Uint8Array<ArrayBuffer>, other: Uint8Array<ArrayBuffer>): boolean {
  return (
    Buffer.from(one).equals(other) || importPublicKey(one).key.equals(importPublicKey(other).key)
  );
}

function isOwner(
  view: VaultView,
  { sub, userId }: KnownPasskey["owner"],
  named: ImportedUser,
): boolean {
  if (named.userId !== undefined) return named.userId === (userId ?? sub);
  if (named.sub !== undefined) return named.sub === sub;
  // The owner's email may have changed since the export. Only another owner of it is a conflict.
  const owner = view.owners.get(named.email?.normalized ?? "");
  return owner === undefined || owner.sub === sub;
}

function compareKnown(
  view: VaultView,
  known: KnownPasskey,
  { columns, user }: ReadyPasskey,
): Decision {
  if (known.rpId !== columns.rpId || !isSameKey(known.publicKey, columns.publicKey))
    return conflict("credential-differs");
  return isOwner(view, known.owner, user)
    ? { outcome: "existing" }
    : conflict("credential-of-another-user");
}

/** Finds a line's user by userId alone, else by sub, else by owned email (contract §3). */
function findOwner(view: VaultView, { userId, sub, email }: ImportedUser): KnownUser | null {
  if (userId !== undefined) {
    const bySub = view.bySub.get(userId);
    return view.byUserId.get(userId) ?? (bySub?.userId === null ? bySub : null);
  }
  return (
    (sub === undefined ? view.owners.get(email?.normalized ?? "") : view.bySub.get(sub)) ?? null
  );
}

function findConflict(
  view: VaultView,
  { userId, sub, email }: ImportedUser,
): ConflictReason | null {
  if (userId !== undefined && view.bySub.has(userId)) return "user-id-is-a-sub";
  if (sub !== undefined && (view.bySub.has(sub) || view.byUserId.has(sub))) return "sub-taken";
  return email !== null && view.owners.has(email.normalized) ? "email-held" : null;
}

/** Lists are in the order of ids, so an id has the time at which its user or passkey was created. */
const createIdAt = (ctx: TenancyContext, createdAt: Date | string | undefined) =>
  createdAt === undefined ? ctx.createId() : idAt(ctx.createId(), new Date(createdAt).getTime());

function createRow(
  ctx: TenancyContext,
  { sub, userId, email, ...user }: ImportedUser,
  createdAt?: Date,
): Prisma.UserCreateManyInput {
  const now = new Date(ctx.clock.now());
  return {
    ...user,
    tenancyId: ctx.tenancy.id,
    sub: sub ?? createIdAt(ctx, createdAt),
    userId: userId ?? null,
    email: email?.shown ?? "",
    emailNormalized: email?.normalized ?? null,
    selfService: false,
    createdAt: createdAt ?? now,
    updatedAt: now,
  };
}

function addNewUser(view: VaultView, owner: KnownUser, user: ImportedUser): void {
  const ownsEmail = user.emailVerified || user.emailOwned;
  addUser(view, owner, ownsEmail ? (user.email?.normalized ?? null) : null);
}

function planUser(ctx: TenancyContext, view: VaultView, { user, createdAt }: ReadyUser): Decision {
  if (findOwner(view, user) !== null) return { outcome: "existing" };
  const obstacle = findConflict(view, user);
  if (obstacle !== null) return conflict(obstacle);
  const newUser = createRow(ctx, user, createdAt);
  addNewUser(view, { sub: newUser.sub, userId: user.userId ?? null, passkeys: 0 }, user);
  return { outcome: "created", passkey: null, newUser };
}

function planPasskey(ctx: TenancyContext, view: VaultView, line: ReadyPasskey): Decision {
  const { columns, user, id } = line;
  const givenId = id ?? columns.formerId;
  const known = view.byCredentialId.get(columns.credentialId);
  if (known !== undefined) return compareKnown(view, known, line);
  const found = findOwner(view, user);
  const obstacle = found === null ? findConflict(view, user) : null;
  if (obstacle !== null) return conflict(obstacle);
  if (isHandleOfAnother(view.handles, columns, found?.sub ?? null))
    return conflict("handle-conflict");
  if ((found?.passkeys ?? 0) >= ctx.tenancy.passkeysPerUser) return conflict("too-many-passkeys");
  if (givenId !== null && view.passkeyIds.has(givenId)) return conflict("passkey-id-taken");

  const newUser = found === null ? createRow(ctx, user) : null;
  const owner = found ?? { sub: newUser?.sub ?? "", userId: user.userId ?? null, passkeys: 0 };
  if (newUser !== null) addNewUser(view, owner, user);
  owner.passkeys += 1;
  const passkey = {
    ...columns,
    tenancyId: ctx.tenancy.id,
    id: id ?? createIdAt(ctx, columns.createdAt),
    sub: owner.sub,
  };
  view.byCredentialId.set(columns.credentialId, {
    publicKey: columns.publicKey,
    rpId: columns.rpId,
    owner,
  });
  view.passkeyIds.add(givenId ?? passkey.id);
  addHandleOwner(view.handles, columns, owner.sub);
  return { outcome: "created", passkey, newUser };
}

/** Plans one line, and adds its new rows to the view for the following lines. */
export const planImport = (ctx: TenancyContext, view: VaultView, line: ReadyLine): Decision =>
  isPasskeyLine(line) ? planPasskey(ctx, view, line) : planUser(ctx, view, line);
