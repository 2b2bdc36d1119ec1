import type { AccountActivity } from "@/lib/domain/page/account/list-account-activity";
import type { AccountPasskey } from "@/lib/domain/page/account/list-account-passkeys";
import type { Copy } from "@/lib/hosted/copy";

/** What the account page shows a signed-in user. */
export interface AccountDrawing {
  copy: Copy;
  locale: string;
  brand: string;
  /** Masked unless the session may see it; "" without one. */
  email: string;
  emailVerified: boolean;
  /** Whether the email gets notices and links that undo changes. One that isn't verified may, too. */
  ownsEmail: boolean;
  /** Whether the user can sign in to the application with an emailed code. */
  signsInByCode: boolean;
  givenName: string;
  familyName: string;
  /** The language that the user chose; null for the browser's. */
  chosenLocale: string | null;
  passkeys: AccountPasskey[];
  activity: AccountActivity[];
  /** Whether the session may change the account, after a passkey prompt. */
  mayChange: boolean;
  mayAdd: boolean;
  /** Whether the user has as many passkeys as allowed. */
  isFull: boolean;
  /** Why the session may not change the account: an emailed code, or a new passkey. */
  limit: "none" | "code" | "young" | "first";
  /** When a deletion of now would erase the account, in ms. */
  erasesAt: number;
  hasInbox: boolean;
  /** Whether users may delete their account here, and must choose a reason. */
  deletion: "off" | "reason" | "on";
}
