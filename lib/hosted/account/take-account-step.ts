import { namedRoute } from "@/lib/hosted/named-route";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { accountCheckEmailCode, accountDelete, accountSendEmailCode } from "./account-owner-steps";
import {
  accountChangeProfile,
  accountCheckCode,
  accountCheckProof,
  accountConfirm,
  accountDownload,
  accountNewPasskey,
  accountNewPasskeyOptions,
  accountOutcome,
  accountPasskeyOptions,
  accountRemovePasskey,
  accountRenamePasskey,
  accountReportPasskey,
  accountSendCode,
  accountSendProof,
  accountSignIn,
  accountSignOut,
} from "./account-steps";

const steps = {
  "passkey-options": accountPasskeyOptions,
  "passkey-sign-in": accountSignIn,
  confirm: accountConfirm,
  outcome: accountOutcome,
  "send-code": accountSendCode,
  "check-code": accountCheckCode,
  "sign-out": accountSignOut,
  "new-passkey-options": accountNewPasskeyOptions,
  "new-passkey": accountNewPasskey,
  "send-proof": accountSendProof,
  "check-proof": accountCheckProof,
  "rename-passkey": accountRenamePasskey,
  "remove-passkey": accountRemovePasskey,
  "report-passkey": accountReportPasskey,
  "change-profile": accountChangeProfile,
  download: accountDownload,
  "send-email-code": accountSendEmailCode,
  "check-email-code": accountCheckEmailCode,
  delete: accountDelete,
} satisfies Record<string, RouteHandler>;
export type AccountStep = keyof typeof steps;

/** The POST handler of all steps of the account page. */
export const takeAccountStep = namedRoute("step", steps);
