"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { changeRole, removeMember } from "@/lib/domain/admin/operator/members/change-role";
import { inviteMember } from "@/lib/domain/admin/operator/members/invite-member";
import {
  resendInvitation,
  revokeInvitation,
} from "@/lib/domain/admin/operator/members/send-invitation";
import {
  approvePasskey,
  refusePasskey,
} from "@/lib/domain/admin/operator/members/waiting-passkeys";
import { operatorRoles } from "@/lib/domain/base/permission";

const id = z.string().min(1).max(64);
const role = z.enum(operatorRoles, "Choose a role.");

/** Sends an invitation. */
export const invite = consoleAction(
  "members.invite",
  z.object({ email: z.string().trim().min(1, "Enter an email address.").max(254), role }),
  (ctx, input) => inviteMember(ctx, input),
);

/** Sends an invitation again. */
export const resend = consoleAction("members.invite", z.object({ id }), (ctx, input) =>
  resendInvitation(ctx, input.id),
);

/** Revokes an invitation. */
export const revoke = consoleAction("members.invite", z.object({ id }), (ctx, input) =>
  revokeInvitation(ctx, input.id),
);

/** Changes a member's role. */
export const setRole = consoleAction(
  "members.change-role",
  z.object({ sub: id, role }),
  (ctx, input) => changeRole(ctx, input),
);

/** Removes a member's role. */
export const remove = consoleAction("members.remove", z.object({ sub: id }), (ctx, { sub }) =>
  removeMember(ctx, sub),
);

/** Approves a pending passkey. */
export const approve = consoleAction(
  "members.approve-passkey",
  z.object({ passkeyId: id }),
  (ctx, { passkeyId }) => approvePasskey(ctx, { passkeyId, approver: ctx.session }),
);

/** Deletes a pending passkey. */
export const refuse = consoleAction(
  "members.approve-passkey",
  z.object({ passkeyId: id }),
  (ctx, { passkeyId }) => refusePasskey(ctx, { passkeyId, approver: ctx.session }),
);
